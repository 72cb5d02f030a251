; Strings: literals, joining and comparing, VAL VAL$ STR$ CHR$ CODE LEN USR.
;
; A string on the number stack is a byte (its kind, else 0), its address and its length. Its characters stay where they
; are: in the program, in the variable area or, for a new string, in the work space. Kinds: 1 is a whole simple
; variable; 2 is STR$ of a number between -1 and 1, 3 is SCREEN$. In the original, 2 and 3 leave something below them
; on the stack (0, or the same string again), which is then joined to or compared with them instead of their left
; operand. Here only that effect is reproduced. The routines of the calculator find their operands on top of the stack
; below STKEND, and leave STKEND after the result.

;; const
kind_simple		equ	1
kind_fraction		equ	2
kind_screen		equ	3

;; routine string_literal
; In: CH_ADD at a quote. Out: CH_ADD after the string, bit 6 of FLAGS reset; at run time, the string on the stack. A
; quote inside is written twice (spaces between the two do not count): such a string is joined from parts. Errors: C, 4.
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
; From a quote up to the next one. Out: Z if another follows, and then the string on the stack has a quote as its last
; character.
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
	ld	a,(de)		; directly after it: a quote after a space starts another string
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

;; routine string_of_a
; calc_chr: CHR$. Errors: B, 4.
fn_chr:
	call	int_to_a
; Pushes the string of the one character A.
string_of_a:
	push	af
	ld	bc,1
	call	work_space
	pop	af
	ld	(de),a
	ld	bc,1
; A string of BC characters at DE.
string_here:
	xor	a
	jp	stack_string

; calc_len: LEN.
fn_len:
	call	fetch_string
	jp	stack_bc
; calc_code: CODE of the first character, 0 for an empty string.
fn_code:
	call	fetch_string
	ld	a,c
	or	b
	jr	z,code_empty
	ld	a,(de)
code_empty:
	jp	stack_a
; calc_usr_str: USR of a string: the address of a user-defined graphic, named by its letter or by itself. Error: A.
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
; calc_str_add: joins two strings in the work space. Error: 4.
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
; BC bytes, perhaps none, from HL to DE.
copy_bytes:
	ld	a,b
	or	c
	ret	z
	ldir
	ret
; In: A, DE, BC = the right string, already off the stack. Takes the left one off. Out: DE, BC = it, or what replaces
; it if the right one is of kind 2 or 3.
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
compare_same:			; as far as the shorter one goes
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
; calc_val and calc_val_str: VAL and VAL$: the string is checked and evaluated as an expression. Errors: C and all that
; the expression may give.
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
	ld	(sv_ch_add),hl
	ret

;; routine fn_str
; calc_str: STR$. In: HL -> the number. Error: 4. As on the original, temporary colours end: in a PRINT, those before it.
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
