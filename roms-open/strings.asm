; Strings: literals, concatenation, comparison, VAL VAL$ STR$ CHR$ CODE LEN USR.
;
; A string on the calculator stack is a kind byte, an address and a length. The characters stay where they
; are: in the program, in the variable area or, for a new string, in the workspace. Kind 1 is a whole simple
; variable, 2 is STR$ of a number between -1 and 1, 3 is SCREEN$, 0 is any other string. In the original,
; kinds 2 and 3 leave an extra value below them on the stack (0, or the same string again), which replaces the
; left operand when they are concatenated or compared. This ROM reproduces only that effect. Calculator
; routines find their operands on top of the stack, below STKEND, and leave STKEND after the result.

;; const
kind_simple		equ	1
kind_fraction		equ	2
kind_screen		equ	3

;; routine string_literal
; In: CH_ADD at a quote. Out: CH_ADD after the string, bit 6 of FLAGS reset; at run time, the string is on the
; calculator stack. A quote inside a string is written twice (with no space between): such a string is
; concatenated from parts. Errors: C, 4.
string_literal:
	call	quoted_part
	ret	nz
literal_more:
	call	quoted_part
	push	af
	call	syntax_z
	call	nz,str_add
	pop	af
	jr	z,literal_more
	ret
; Reads from a quote up to the next one. Out: Z if another quote follows; the string on the stack then ends
; with a quote.
quoted_part:
	ld	hl,(sv_ch_add)
	inc	hl
	push	hl
	ld	bc,100h*'"'+ctrl_enter
quoted_scan:
	ld	a,(hl)
	inc	hl
	cp	b
	jr	z,quoted_end
	cp	c
	jr	nz,quoted_scan
	dec	hl
	ld	(sv_ch_add),hl
	jp	report_c
quoted_end:
	ld	(sv_ch_add),hl
	ex	de,hl
	ld	a,(de)		; the byte directly after it: a quote after a space starts another string
	cp	b
	jr	z,quoted_length
	dec	de
quoted_length:
	pop	hl		; first character
	push	af
	ex	de,hl
	or	a
	sbc	hl,de
	ld	b,h
	ld	c,l
	call	string_result
	ld	a,0
	call	nz,stack_string
	pop	af
	ret

;; entry 35D0 string_of_a_entry - push the string of the single character A
	jp	string_of_a

;; routine string_of_a
; calc_chr: CHR$. Errors: B, 4.
fn_chr:
	call	int_to_a
; Pushes a string of the single character A.
string_of_a:
	push	af
	ld	bc,1
	call	work_space
	pop	af
	ld	(de),a
	ld	bc,1
; Pushes the string of BC characters at DE.
string_here:
	xor	a
	jp	stack_string


;; routine fn_len
; calc_len: LEN.
fn_len:
	call	fetch_string
	jp	stack_bc

;; routine fn_code
; calc_code: CODE of the first character, 0 for an empty string.
fn_code:
	call	fetch_string
	ld	a,c
	or	b
	jr	z,code_empty
	ld	a,(de)
code_empty:
	jp	stack_a
; calc_usr_str: USR of a string: the address of a user-defined graphic, given by its letter or as the graphic
; itself. Error: A.
fn_usr_str:
	call	fetch_string
	dec	bc
	ld	a,b
	or	c
	jr	nz,usr_wrong
	ld	a,(de)
	sub	char_udg
	jr	nc,usr_index
	add	a,char_udg
	or	20h
	sub	'a'
usr_index:
	cp	21
usr_wrong:
	jp	nc,report_a
	ld	l,a
	ld	h,0
	add	hl,hl
	add	hl,hl
	add	hl,hl
	ld	bc,(sv_udg)
	add	hl,bc
	ld	b,h
	ld	c,l
	jp	stack_bc

;; routine str_add
; calc_str_add: concatenates two strings in the workspace. Error: 4.
str_add:
	call	fetch_string
	push	de
	push	bc
	call	fetch_left
	pop	hl
	push	hl
	push	de
	push	bc
	add	hl,bc
	jp	c,report_4
	ld	b,h
	ld	c,l
	ld	a,b
	or	c
	push	bc
	call	nz,work_space
	pop	bc
	xor	a
	call	stack_string
	pop	bc
	pop	hl
	call	copy_bytes
	pop	bc
	pop	hl
; Copies BC bytes (0 or more) from HL to DE.
copy_bytes:
	ld	a,b
	or	c
	ret	z
	ldir
	ret
; In: A, DE, BC = the right operand, already popped. Pops the left operand. Out: DE, BC = the left operand, or
; its replacement if the right operand is of kind 2 or 3.
fetch_left:
	push	de
	push	bc
	push	af
	call	fetch_string
	pop	af
	cp	kind_fraction
	jr	c,fetch_left_is
	jr	nz,fetch_left_same
	ld	bc,0
fetch_left_is:
	pop	hl
	pop	hl
	ret
fetch_left_same:
	pop	bc
	pop	de
	ret
; calc_str_and: string AND number.
str_and:
	call	fetch_string
	or	e
	or	d
	or	c
	ret	nz
	ld	hl,(sv_stkend)
	dec	hl
	ld	(hl),a
	dec	hl
	ld	(hl),a
	ret

;; routine str_compare
; calc_str_less_equal to calc_str_equal: <= >= <> > < = of two strings, by character codes. In: A = code.
str_compare:
	push	af
	call	fetch_string
	push	de
	push	bc
	call	fetch_left
	pop	hl
	or	a
	sbc	hl,bc		; carry: the right one is shorter
	jr	nc,compare_length
	add	hl,bc		; carry again
	ld	b,h
	ld	c,l
compare_length:
	pop	hl
	push	af
	ld	a,b
	or	c
	jr	z,compare_same
compare_next:
	ld	a,(de)
	inc	de
	cpi
	jr	nz,compare_differ
	jp	pe,compare_next
compare_same:			; equal up to the end of the shorter string
	pop	af
	ld	a,1
	jr	z,compare_result
	ccf
	jr	compare_less
compare_differ:
	dec	hl
	cp	(hl)
	pop	bc
compare_less:
	ld	a,0
	jr	c,compare_result
	ld	a,2
compare_result:			; A: 0 less, 1 equal, 2 greater; compared as a number with 1
	call	stack_a
	ld	a,1
	call	stack_a
	pop	af
	sub	calc_str_less_equal-calc_less_equal
	jp	calc_op

;; routine fn_val
; calc_val and calc_val_str: VAL and VAL$: check the syntax of the string and evaluate it as an expression.
; Errors: C and those of the expression.
fn_val:
fn_val_str:
	push	af		; bit 0: the result must be a number
	ld	hl,(sv_ch_add)
	ex	(sp),hl
	push	hl
	call	fetch_string
	push	de
	push	bc
	inc	bc
	call	work_space
	pop	bc
	pop	hl
	push	de
	call	copy_bytes
	ld	a,ctrl_enter
	ld	(de),a
	pop	hl
	ld	(sv_ch_add),hl
	ex	(sp),hl
	push	hl
	res	flags_run,(iy+iy_flags)
	call	evaluate
	cp	ctrl_enter
	jr	nz,val_wrong
	pop	af
	rrca
	rrca
	call	differs_from_type
val_wrong:
	jp	nz,report_c
	pop	de
	ld	(sv_ch_add),de
	set	flags_run,(hl)
	call	evaluate
	pop	hl
	jp	set_ch_add

;; routine fn_str
; calc_str: STR$. In: HL -> the number. Error: 4. As on the original, this ends temporary colours: in a PRINT,
; those set before the STR$.
fn_str:
	ld	a,(hl)
	dec	a
	cp	80h
	sbc	a,a
	and	kind_fraction
	push	af
	call	number_text
	push	de
	push	bc
	inc	bc		; compiled programs reclaim one byte more than the text
	call	work_space
	pop	bc
	pop	hl
	push	de
	push	bc
	ldir
	ld	hl,(sv_curchl)
	call	select_channel
	pop	bc
	pop	de
	pop	af
	jp	stack_string
