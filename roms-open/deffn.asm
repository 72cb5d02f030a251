; DEF FN and FN. In the DEF FN statement, ctrl_number and five bytes follow each parameter: FN stores the
; argument there. While the function is evaluated, DEFADD points to the parameters.

;; routine find_argument
; In: C = pattern of a number or string with a one-letter name, DEFADD not 0. Out: NC, HL -> the argument's
; five bytes; or carry if no parameter has this name. Keeps BC.
find_argument:
	ld	hl,(sv_defadd)
argument_next:
	call	argument_name
	ret	c
	cp	c
	ret	z
	ld	de,5
	add	hl,de
	jr	argument_next
; In: HL -> a parameter, or the comma before it. Out: A = its pattern, HL -> its five bytes, NC; or, at the
; closing bracket, carry and HL after it.
argument_name:
	ld	a,(hl)
	inc	hl
	cp	','+1
	jr	nc,argument_letter
	cp	')'
	scf
	ret	z
	jr	argument_name
argument_letter:
	or	20h
	ld	e,a
argument_mark:
	ld	a,(hl)
	inc	hl
	cp	'$'
	jr	nz,argument_number
	res	5,e
argument_number:
	sub	ctrl_number
	jr	nz,argument_mark
	or	e
	ret

;; routine fn_operand
; In: CH_ADD at the name of a function or parameter, A = its first character. Out: C = its pattern, CH_ADD
; after the name, A = the character there. Error: C.
function_name:
	call	letter
	rst	next_char
	cp	'$'
	ret	nz
	res	5,c
	rst	next_char
	ret

; FN letter [$] ( [argument {, argument}] ) as an operand. In: CH_ADD at FN. Errors: C, P, Q and those of the
; function.
fn_operand:
	rst	next_char
	call	function_name
	call	expect
	db	'('
	call	syntax_z
	jr	nz,fn_run
	push	bc
	cp	')'
	jr	z,fn_checked
fn_check:
	call	evaluate
	cp	','
	jr	nz,fn_checked
	rst	next_char
	jr	fn_check
fn_checked:
	call	expect
	db	')'
	pop	bc
	ld	a,c
	add	a,a
; In: bit 6 of A = type of the last value. Copies it to FLAGS. Changes A, HL.
set_type:
	call	differs_from_type
	xor	(hl)
	ld	(hl),a
	ret

fn_run:
	push	hl		; CH_ADD
	ld	b,c
	ld	hl,(sv_prog)
	ld	e,token_def_fn
	push	bc
	call	find_token
fn_found:
	jr	nc,fn_undefined
	ld	(sv_ch_add),hl
	rst	get_char
	call	function_name
	pop	af
	push	af
	cp	c
	jr	z,fn_defined
	ld	e,token_def_fn
	call	find_token_more
	jr	fn_found
fn_undefined:
	rst	error
	db	err_fn_without_def
fn_defined:
	pop	af
	inc	hl
	ex	(sp),hl		; the parameters
	ld	(sv_ch_add),hl
	pop	hl
	push	hl
	ld	b,0		; arguments so far; the machine stack holds the addresses where they will be stored
fn_argument:
	call	argument_name
	jr	c,fn_arguments_done
	push	hl
	push	bc
	push	af
	ld	a,b
	or	a
	jr	z,fn_first
	rst	get_char
	cp	','
	jr	nz,fn_wrong
	rst	next_char
fn_first:
	call	evaluate
	pop	af
	call	same_type
fn_wrong:
	jp	nz,report_q
	pop	bc
	inc	b
	pop	hl
	push	hl
	ld	de,5
	add	hl,de
	jr	fn_argument
fn_arguments_done:
	push	hl
	rst	get_char
	cp	')'
	jr	nz,fn_wrong
	rst	next_char
	pop	hl
	inc	b
	jr	fn_store_next
fn_store:
	pop	de
	push	bc
	push	hl
	call	drop_to
	pop	hl
	pop	bc
fn_store_next:
	djnz	fn_store
	pop	de
	ld	bc,(sv_ch_add)
	push	bc
	ld	bc,(sv_defadd)
	push	bc
	ld	(sv_defadd),de
	ld	(sv_ch_add),hl
	rst	get_char	; =
	rst	next_char
	call	evaluate
	pop	hl
	ld	(sv_defadd),hl
	pop	hl
	jp	set_ch_add
; In: A = a pattern. Out: Z if the last value has the same type. Changes A, HL.
same_type:
	add	a,a
; In: bit 6 of A = type. Out: Z, A = 0 if the last value has this type; else NZ, A = 40h. HL -> FLAGS.
differs_from_type:
	ld	hl,sv_flags
	xor	(hl)
	and	1<<flags_number
	ret

;; routine cmd_def_fn
; DEF FN letter [$] ( [parameter {, parameter}] ) = expression. Does nothing at run time.
cmd_def_fn:
	call	syntax_z
	jp	nz,skip_statement
	rst	get_char
	call	function_name
	push	bc
	call	expect
	db	'('
	cp	')'
	jr	z,def_fn_close
def_fn_parameter:
	call	function_name
	xor	a
	call	stack_a
	call	insert_hidden
	rst	get_char
	cp	','
	jr	nz,def_fn_close
	rst	next_char
	jr	def_fn_parameter
def_fn_close:
	call	expect
	db	')'
	call	expect
	db	'='
	call	evaluate
	pop	bc
	ld	a,c
	call	same_type
	ret	z
	jp	report_c
