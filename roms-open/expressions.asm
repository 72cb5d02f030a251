; Expressions: reading program characters, operators and their priorities, operands, functions.
;
; The same scanner checks a typed line (flags_run reset: nothing is looked up or computed, hidden numbers are
; inserted) and evaluates it at run time (flags_run set: values go to the calculator stack). Pending operators
; are words on the machine stack: the high byte is the priority (upper four bits) and the operand and result
; types (lower bits), the low byte the calculator code. An operator is executed when one of the same or a
; lower priority follows. flags_number is the type of the last value.

;; const
; Lower four bits of an operator's high byte. The upper four bits are the priority.
takes_string		equ	1		; the (right) operand is a string, not a number
gives_string		equ	2
takes_any		equ	4		; USR
; Priorities.
priority_or		equ	20h
priority_and		equ	30h
priority_not		equ	40h
priority_compare	equ	50h
priority_plus		equ	60h
priority_times		equ	80h
priority_negate		equ	90h
priority_power		equ	0a0h
priority_function	equ	0f0h

;; entry 0018 get_char - current character of the program
; RST 18h. Advances CH_ADD to the first character that is neither a space nor a control code other than ENTER;
; their operands and hidden numbers are skipped, too. Out: A = that character, HL = CH_ADD.
get_char:
	ld	hl,(sv_ch_add)
	jp	scan_here

;; entry 0020 next_char - next character
; RST 20h. As RST 18h, but starts at the next character.
next_char:
	ld	hl,(sv_ch_add)
	jp	scan_next

;; routine scan_char
scan_operand:
	inc	hl
scan_next:
	inc	hl
	ld	(sv_ch_add),hl
scan_here:
	ld	a,(hl)
	cp	' '+1
	ret	nc
	cp	ctrl_enter
	ret	z
	cp	ctrl_tab+1
	jr	nc,scan_next
	cp	ctrl_ink
	jr	c,scan_low
	cp	ctrl_at
	jr	c,scan_operand	; 16-21: one operand
scan_two:
	inc	hl		; 22, 23: two
	jr	scan_operand
scan_low:
	cp	ctrl_number
	jr	nz,scan_next
	inc	hl
	inc	hl
	inc	hl
	jr	scan_two

;; entry 24FB evaluate_entry - evaluate an expression
	jp	evaluate

;; routine evaluate
; In: CH_ADD at an expression. Out: CH_ADD past it, A = the character there, HL = CH_ADD; its type in bit 6 of
; FLAGS; at run time, its value on the calculator stack. Errors: C, and any error of the evaluation. Changes
; all registers.
evaluate:
	call	check_stack
	xor	a
; As evaluate, but stops before an operator with a priority of A or lower.
evaluate_above:
	ld	d,a
	ld	e,0		; pseudo-operator 0 ends the expression
	push	de
	rst	get_char
eval_operand:
	cp	'A'
	jp	c,eval_symbol
	cp	token_rnd
	jp	nc,eval_token
	call	operand_variable
eval_operator:
	ld	hl,(sv_ch_add)
	ld	a,(hl)
	cp	' '+1
	jr	nc,eval_look
	rst	get_char
eval_look:
	ld	hl,operators
	sub	'*'
	cp	6
	jr	c,eval_found	; * + , - . /
	sub	'<'-'*'
	cp	3
	jr	c,eval_relation	; < = >
	sub	token_or-'<'
	cp	5
	jr	c,eval_word	; OR AND <= >= <>
	add	a,token_or-'('
	jr	z,eval_slice
	ld	bc,100h*priority_power+calc_power
	cp	'^'-'('
	jr	z,eval_compare
eval_no_operator:
	ld	b,0
	jr	eval_compare
eval_slice:
	bit	flags_number,(iy+iy_flags)
	jr	nz,eval_no_operator
	or	a
	call	slice
	jr	eval_operator
eval_word:
	add	a,3
eval_relation:
	add	a,6
eval_found:
	ld	c,a
	ld	b,0
	add	hl,bc
	ld	a,(hl)
	ld	c,a
	and	0f0h
	ld	b,a
	ld	a,c
	and	0fh
	ld	c,a
; BC = the operator after the operand. Executes the pending operator unless this one has a higher priority.
eval_compare:
	pop	de
	ld	a,d
	cp	b
	jr	c,eval_shift
	ld	a,e
	or	a
	jr	z,eval_end
	push	bc
	ld	hl,sv_flags
	ld	a,d
	and	0fh
	jr	nz,eval_typed
	bit	flags_number,(hl)
	jr	z,eval_nonsense
eval_do:
	bit	flags_run,(hl)
	ld	a,e
	call	nz,calc_op
	pop	bc
	jr	eval_compare
eval_end:
	rst	get_char
	ret
eval_typed:
	ld	c,a
	ld	a,(hl)
	rlca
	rlca			; bit 0: the operand is a number
	bit	2,c
	jr	nz,eval_any
	xor	c
	rrca
	jr	nc,eval_nonsense
eval_gives:
	set	flags_number,(hl)
	bit	1,c
	jr	z,eval_do
	res	flags_number,(hl)
	jr	eval_do
eval_any:
	rrca
	jr	c,eval_gives
	ld	e,calc_usr_str
	jr	eval_gives
eval_nonsense:
	jp	report_c

; The operator stays on the machine stack until its right operand is evaluated.
eval_shift:
	push	de
	bit	flags_number,(iy+iy_flags)
	jr	nz,eval_push
	ld	a,c		; after a string: the codes from calc_and on have a string form
	cp	calc_and
	jr	c,eval_nonsense
	add	a,calc_str_and-calc_and
	ld	c,a
	inc	b		; a comparison takes a string
	cp	calc_str_and
	jr	z,eval_and
	cp	calc_str_add
	jr	nz,eval_push
	inc	b		; + takes and gives a string
eval_and:
	inc	b		; AND gives a string
eval_push:
	push	bc
eval_step:
	rst	next_char
	jp	eval_operand

eval_symbol:
	cp	'0'
	jr	c,eval_sign
	cp	'9'+1
	jr	c,eval_literal
	jr	eval_nonsense
eval_sign:
	cp	'"'
	jr	z,eval_quote
	cp	'('
	jr	z,eval_bracket
	cp	'.'
	jr	z,eval_literal
	ld	bc,100h*priority_negate+calc_negate
	cp	'-'
	jp	z,eval_prefix
	cp	'+'
	jr	z,eval_step
	jr	eval_nonsense

eval_bracket:
	rst	next_char
	call	evaluate
	call	expect
	db	')'
	jr	eval_operator_far

eval_quote:
	call	string_literal
eval_operator_far:
	jp	eval_operator

; A number: at run time, its value is the five bytes after ctrl_number, which follows the digits.
eval_literal:
	call	number_result
	jr	z,eval_new_number
	ld	hl,(sv_ch_add)
	ld	bc,0
	ld	a,ctrl_number
	cpir
	call	push_five
	ld	(sv_ch_add),hl
	jp	eval_operator
eval_new_number:
	call	number_literal
	call	insert_hidden
	jr	eval_operator_far

;; routine eval_token
; In: A = token, RND or above.
eval_token:
	sub	token_val_str
	jr	c,eval_special
	cp	token_bin-token_val_str
	jp	z,eval_literal	; BIN
	jp	nc,eval_nonsense
	ld	bc,100h*(priority_function+takes_string+gives_string)+calc_val_str
	or	a
	jr	z,eval_prefix	; VAL$
	add	a,calc_code-(token_code-token_val_str)	; calculator code of the other functions
	ld	c,a
	ld	b,priority_function+takes_string
	cp	calc_sin
	jr	c,eval_prefix	; CODE VAL LEN
	ld	b,priority_function
	cp	calc_usr
	jr	c,eval_prefix	; SIN ... IN
	ld	b,priority_function+takes_any
	jr	z,eval_prefix	; USR
	ld	b,priority_function+gives_string
	cp	calc_not
	jr	c,eval_prefix	; STR$ CHR$
	ld	b,priority_not	; NOT
; In: BC = prefix operator.
eval_prefix:
	push	bc
	call	check_stack
	jp	eval_step

; RND INKEY$ PI FN POINT SCREEN$ ATTR (AT TAB); A = F7...
eval_special:
	ld	hl,eval_operator
	push	hl
	add	a,token_val_str-token_rnd
	jr	z,fn_rnd_operand
	dec	a
	jr	z,inkey_operand
	dec	a
	jr	z,pi_operand
	dec	a
	jp	z,fn_operand
	ld	bc,fn_point
	dec	a
	jr	z,two_number_operand
	ld	bc,fn_attr
	cp	2
	jr	z,two_number_operand
	dec	a
	jp	nz,eval_nonsense
; SCREEN$ (line, column)
	ld	bc,screen_string
	call	two_number_operand
	res	flags_number,(iy+iy_flags)
	ret
screen_string:
	call	fn_screen
	call	last_number
	ld	(hl),kind_screen
	ret

; Parses "(" number "," number ")"; at run time, continues at the routine in BC.
two_number_operand:
	push	bc
	rst	next_char
	call	two_numbers
leave_at_syntax:		; returns; at syntax time, to the caller's caller
	call	syntax_z
	ret	nz
	pop	hl
	ret

pi_operand:
	rst	next_char
	call	number_result
	ret	z
	rst	calculate
	db	calc_half_pi,calc_end	; pi/2
	inc	(hl)
	ret
fn_rnd_operand:
	rst	next_char
	call	number_result
	jp	nz,fn_rnd
	ret
; Sets the type of the operand to number. Out: Z at syntax time. Changes HL.
number_result:
	ld	hl,sv_flags
	set	flags_number,(hl)
	bit	flags_run,(hl)
	ret

; INKEY$, INKEY$ #stream.
inkey_operand:
	rst	next_char
	cp	'#'
	jr	z,inkey_stream
	call	string_result
	ret	z
	call	key_code
inkey_have:
	ld	bc,0
	jp	nc,string_here	; empty string
	jp	string_of_a
inkey_stream:
	rst	next_char
	ld	a,priority_function
	call	evaluate_above
	call	eval_is_number
	call	string_result
	ret	z
	ld	hl,(sv_curchl)
	push	hl
	call	int_to_stream
	call	open_channel
	call	read_channel
	pop	hl
	push	af
	call	select_channel
	pop	af
	jr	inkey_have
; Sets the type of the operand to string. Out: Z at syntax time. Changes HL.
string_result:
	ld	hl,sv_flags
	res	flags_number,(hl)
	bit	flags_run,(hl)
	ret

;; routine operators
; Priority and calculator code of each operator. The codes of the numeric operations are below 10h, so that
; they fit in four bits.
operators:
	db	priority_times+calc_multiply	; *
	db	priority_plus+calc_add	; +
	db	0		; ,
	db	priority_plus+calc_subtract	; -
	db	0		; .
	db	priority_times+calc_divide	; /
	db	priority_compare+calc_less	; <
	db	priority_compare+calc_equal	; =
	db	priority_compare+calc_greater	; >
	db	priority_or+calc_or	; OR
	db	priority_and+calc_and	; AND
	db	priority_compare+calc_less_equal	; <=
	db	priority_compare+calc_greater_equal	; >=
	db	priority_compare+calc_not_equal	; <>

;; routine eval_helpers
; Parses "(" number "," number ")". Out: as RST 20h.
two_numbers:
	call	expect
	db	'('
	call	expect_two_numbers
	call	expect
	db	')'
	ret

;; routine check_stack
; Report 4 unless there is room for one more level of an expression. Changes BC.
check_stack:
	ld	bc,level_room
	jp	test_room

;; entry 2ACD eval_integer - evaluate a whole number to BC
; Evaluates an expression that must be a whole number from 0 to 65535. Out: at run time, BC = the number;
; A = the character after the expression. Errors: B, C.
eval_integer:
	call	eval_number
	bit	flags_run,(iy+iy_flags)
	ret	z
	call	int_to_bc
	rst	get_char
	ret

;; routine next_number
; Skips a character and evaluates a number.
next_number:
	rst	next_char
	jp	eval_number

;; entry 1CE6 stack_0 - push 0
	xor	a
	jp	stack_a

;; entry 1C79 eval_number - skip a character, evaluate two numbers; 1C7A: two; 1C82: one; 1C8C: a string
	rst	next_char
; 1C7A. Evaluates two numbers separated by a comma, at CH_ADD.
expect_two_numbers:
	call	eval_number
	call	expect
	db	','
	nop
; 1C82. As evaluate, but with report C if the value is not a number (1C8C: not a string).
eval_number:
	call	evaluate
eval_is_number:
	bit	flags_number,(iy+iy_flags)
	ret	nz
	jr	report_c
; 1C8C.
eval_string:
	call	evaluate
	bit	flags_number,(iy+iy_flags)
	ret	z
report_c:
	rst	error
	db	err_nonsense

;; routine insert_hidden
; At syntax time, pops the last number and inserts ctrl_number and its five bytes at CH_ADD. Out: CH_ADD past
; them. Error: 4.
insert_hidden:
	ld	hl,(sv_ch_add)
	ld	bc,6
	call	make_room
	inc	hl
	ld	(hl),ctrl_number
	inc	hl
	ex	de,hl
	call	drop_to
	ld	(sv_ch_add),de
	ret
; drop_to moves the last number from the calculator stack to DE; drop_bytes_to moves the last BC bytes. Out:
; DE past the copy. Changes HL, BC.
drop_to:
	ld	bc,5
drop_bytes_to:
	ld	hl,(sv_stkend)
	or	a
	sbc	hl,bc
	ld	(sv_stkend),hl
	ldir
	ret
