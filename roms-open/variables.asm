; Variables: name parsing, lookup, variables as operands, strings on the calculator stack.
;
; Layout of the variables area (manual, chapter 24), which ends with a byte 80h; nnnnn is the letter - 60h:
;   011nnnnn  number: 5 bytes
;   101nnnnn  number with a long name: rest of the name, its last character with bit 7 set, then 5 bytes
;   111nnnnn  FOR variable: value, limit, step (5 bytes each), line number (2), statement number
;   010nnnnn  string: length (2), characters
;   100nnnnn  numeric array: length of the rest (2), number of dimensions, sizes (2 each), elements (5 each)
;   110nnnnn  character array: the same with one-byte elements
; A "pattern" is the first byte of a variable's entry. C = pattern of the name; B = an alternative pattern
; that also matches the name: that of a FOR variable for a number, of a character array for a string.

;; entry 28B2 find_variable - find a variable
; In: CH_ADD at a name. Out: CH_ADD past the name and its $; C = pattern; DE -> first character of the name.
; At run time, NC if the variable is found, and HL -> the last byte of the name in its entry; else carry. At
; syntax time, carry, and A and HL as after RST 20h. Error: C.
find_variable:
	rst	get_char
	call	parse_name
	bit	flags_run,(iy+iy_flags)
	scf
	ret	z
; In: C, B = patterns, DE -> the name in the program text. Out: if found, NC and HL -> the last byte of the
; name in its entry; else carry. Keeps BC, DE.
find_name:
	bit	7,c
	jr	z,find_entry
	bit	5,c
	jr	nz,find_long
; In: C, B = patterns of a one-letter name. Out: if found, NC and HL -> the entry; else carry. Keeps BC and
; DE. Changes A.
find_entry:
	ld	hl,(sv_vars)
find_from:
	push	de
	ld	de,6
find_next:
	ld	a,(hl)
	cp	c
	jr	z,find_hit
	cp	b
	jr	z,find_hit
	add	a,a
	jr	c,find_other
	cp	0c0h
	jr	c,find_other
	add	hl,de		; skip a simple number
	jp	nc,find_next
	jr	find_hit	; past the end of memory: no end marker; carry is set
find_other:
	ld	a,(hl)
	cp	area_end
	jr	z,find_end
	call	next_of_a
	jp	nc,find_next
find_end:
	scf
find_hit:
	pop	de
	ret

; Searches for a name of more than one character.
find_long:
	ld	hl,(sv_vars)
find_longer:
	call	find_from
	ret	c
	push	de
	push	hl
	inc	de
find_letter:
	inc	hl
	call	name_next
	jr	nc,find_differs
	xor	(hl)
	jr	z,find_letter
	cp	80h
	jr	nz,find_differs
	call	name_next
	jr	c,find_differs
	pop	de
	pop	de
	ret
find_differs:
	pop	hl
	pop	de
	push	de
	call	next_entry
	pop	de
	jr	nc,find_longer
	ret

; In: HL -> an entry of the variables area other than a simple number. Out: HL -> the next entry, DE = 6;
; carry if it is past the end of memory. Changes A. If a tape header gives a wrong program length, the
; variables area may contain program lines; they are skipped as lines so that the end marker is found.
next_entry:
	ld	a,(hl)
next_of_a:			; A = (HL)
	bit	5,a
	jr	z,next_counted
	ld	de,6
	add	a,a
	jr	nc,next_line	; find_next itself skips simple numbers
	jp	m,next_for
next_letter:
	inc	hl
	bit	7,(hl)
	jr	z,next_letter
	ld	a,h
	cp	high display_file
	ret	c
	add	hl,de
	ret
next_for:
	ld	e,19
	add	hl,de
	ld	e,6
	ret
next_line:
	inc	hl
	jr	next_sized
next_counted:
	cp	line_limit
	jr	c,next_line
next_sized:
	inc	hl
	ld	e,(hl)
	inc	hl
	ld	d,(hl)
	inc	hl
	add	hl,de
	ld	de,6
	ret

; Evaluates an operand that begins with a letter (called by evaluate). In: A = the letter, HL = CH_ADD.
; Errors: C, 2, 3.
operand_variable:
	call	short_name
	jr	c,operand_number
	call	parse_name
	bit	5,c
	jr	nz,operand_number
	bit	7,c
	jr	z,operand_string
	call	number_array
	ret	z
	jp	push_five
operand_string:
	call	string_result
	jr	nz,operand_value
	jp	string_syntax
operand_number:
	call	number_result
	ret	z
	ld	b,c
	set	7,b
; In: C, B = patterns of a number or a string, DE -> its name. Parameters of the current function take
; precedence over variables.
operand_value:
	ld	a,(sv_defadd+1)
	or	a
	jr	z,operand_search
	push	de
	call	find_argument
	pop	de
	jr	c,operand_search
	bit	5,c
	jp	nz,push_five
	ld	(hl),0		; kind 0
	jp	push_five
operand_search:
	call	find_name
	jp	c,report_2
	bit	5,c
	inc	hl
	jp	nz,push_five
	dec	hl
; In: HL -> the entry of a string or a character array, CH_ADD past its name. Pushes the string on the
; calculator stack, with kind_simple as its first byte if it is a simple string. Errors: 3, C, B.
string_found:
	bit	7,(hl)
	inc	hl
	jp	nz,character_array
	ld	c,(hl)
	inc	hl
	ld	b,(hl)
	inc	hl
	ex	de,hl
	ld	a,kind_simple
	jp	stack_string

;; routine parse_name
; Fast path for the most frequent names: one letter directly followed by an operator or a closing bracket. In:
; HL = CH_ADD, A = the character there. Out: carry, C = pattern, CH_ADD past the letter; or NC if parse_name
; is needed. Changes A, HL, C. Error: C if A is not a letter.
short_name:
	call	letter
	inc	hl
	ld	a,(hl)
	sub	')'
	cp	7
	jr	c,short_yes	; ) * + , - . /
	sub	':'-')'
	cp	6
	jr	c,short_yes	; : ; < = > ?
	sub	token_rnd-':'
	cp	100h-token_rnd
	ret	nc
short_yes:
	ld	(sv_ch_add),hl
	ret
; Parses any name. In: CH_ADD at the name. Out: C, B = patterns, DE -> first character of the name, CH_ADD
; past the name, A and HL as after RST 20h. Error: C.
parse_name:
	ld	hl,(sv_ch_add)
	ld	d,h
	ld	e,l
	ld	a,(hl)
	call	letter
	rst	next_char
	cp	'$'
	jr	z,parse_string
	cp	'('
	jr	z,parse_array
	call	is_name_char
	jr	c,parse_long
	ld	b,c
	set	7,b
	ret
parse_string:
	rst	next_char
	ld	b,c
	set	7,b
	res	5,b
	res	5,c
	ret
parse_array:
	push	af
	ld	a,c
	xor	0e0h
	jr	parse_both
parse_long:
	rst	next_char
	call	is_name_char
	jr	c,parse_long
	push	af
	ld	a,c
	xor	0c0h
parse_both:
	ld	b,a
	ld	c,a
	pop	af
	ret
; In: A = a character. Out: C = the letter in lower case. Report C if A is not a letter. Changes A.
letter:
	or	20h
	ld	c,a
	sub	'a'
	cp	26
	ret	c
	jp	report_c
; In: DE -> the rest of a name. Out: carry, A = the next letter (in lower case) or digit, DE past it; NC at
; the end of the name. Keeps BC, HL.
name_next:
	ld	a,(de)
	inc	de
	cp	ctrl_enter
	ret	z
	cp	' '+1
	jr	nc,name_char
	cp	ctrl_number
	jr	nz,name_next
	inc	de
	inc	de
	inc	de
	inc	de
	inc	de
	jr	name_next
name_char:
	or	20h
; In: A = a character above 20h. Out: carry if it is a letter or a digit. Keeps all registers.
is_name_char:
	push	af
	or	20h
	sub	'0'
	cp	10
	jr	c,is_one
	sub	'a'-'0'
	cp	26
	jr	c,is_one
	pop	af
	or	a
	ret
is_one:
	pop	af
	scf
	ret

;; entry 2AB1 stack_string_0 - push a string of kind 0; 2AB2: of kind A
	xor	a
	jr	stack_string	; 2AB2

;; entry 2AB6 stack_string - push a string of kind A
; Pushes a string on the calculator stack. In: A = kind (see strings.asm), DE = address, BC = length. Out:
; HL = STKEND. Keeps A, BC, DE.
stack_string:
	ld	hl,(sv_stkend)
	inc	hl
	ld	(hl),e
	dec	hl
	ld	(hl),a
	inc	hl
	inc	hl
	ld	(hl),d
	inc	hl
	ld	(hl),c
	inc	hl
	ld	(hl),b
	jp	end_stack_after

;; entry 2BF1 fetch_string - pop a string
; Pops a string (or any five bytes) from the calculator stack. Out: A, E, D, C, B = the bytes in order; NC.
; Changes HL.
fetch_string:
	call	drop_number
	ld	a,(hl)
	inc	hl
	ld	e,(hl)
	inc	hl
	ld	d,(hl)
	inc	hl
	ld	c,(hl)
	inc	hl
	ld	b,(hl)
	or	a
	ret
