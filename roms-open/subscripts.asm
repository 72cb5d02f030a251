; Subscripts: elements of numeric arrays, rows of character arrays, slices of strings.

;; entry 30A9 multiply_hl_de - HL = HL * DE, carry if it is too big; keeps BC, DE
	push	bc
	push	de
	ld	b,h
	ld	c,l
	call	index_times
	pop	de
	pop	bc
	ret

;; routine number_array
; A numeric array. In: C, B = patterns, CH_ADD at the bracket. Out: bit 6 of FLAGS set; Z at syntax time, else
; NZ and HL -> the element; CH_ADD after the closing bracket. Errors: 2, 3, B, C.
number_array:
	bit	flags_run,(iy+iy_flags)
	jr	z,array_syntax
	call	find_entry
	jp	c,report_2
	inc	hl
	inc	hl
	inc	hl
	ld	b,(hl)
	inc	hl
	call	array_subscripts
	cp	')'
	jp	nz,report_3
	ex	de,hl
	ld	b,h
	ld	c,l
	add	hl,hl
	add	hl,hl
	add	hl,bc
	add	hl,de
	push	hl
	rst	next_char
	pop	hl
	or	h		; NZ
	ret
array_syntax:
	call	next_number
	cp	','
	jr	z,array_syntax
	call	expect
	db	')'
	xor	a
	ret

; In: CH_ADD at "(" or ",", HL -> dimension sizes, B = number of subscripts. Out: DE = index of the element,
; from 0; HL -> the next size, CH_ADD after the last subscript, A = the character there. Errors: 3 (also for
; too few subscripts), B.
array_subscripts:
	ld	de,0
subscript_next:
	push	bc
	push	de
	push	hl
	rst	next_char
	call	eval_integer
	pop	hl
	pop	de
	push	af
	dec	bc
	ld	a,c
	sub	(hl)
	inc	hl
	ld	a,b
	sbc	a,(hl)
	jp	nc,report_3
	push	bc
	ld	b,(hl)
	dec	hl
	ld	c,(hl)
	inc	hl
	inc	hl
	push	hl
	call	index_times
	pop	de
	pop	bc
	add	hl,bc
	ex	de,hl
	pop	af
	pop	bc
	dec	b
	ret	z
	cp	','
	jr	z,subscript_next
	jp	report_3
; HL := DE * BC; carry on overflow. Changes A, BC, DE.
index_times:
	ld	hl,0
index_bit:
	srl	d
	rr	e
	jr	nc,index_none
	add	hl,bc
	ret	c
index_none:
	ld	a,d
	or	e
	ret	z
	sla	c
	rl	b
	jr	nc,index_bit
	ret

; A character array: all subscripts but the last select a row; a slice of the row may follow after a comma.
; In: HL -> length of the entry, CH_ADD after the name. Pushes the string. Errors: 3, B, C.
character_array:
	inc	hl
	inc	hl
	ld	b,(hl)
	inc	hl
	ld	de,0
	xor	a
	dec	b
	jr	z,character_row
	push	hl
	rst	get_char
	pop	hl
	cp	'('
	jp	nz,report_3
	call	array_subscripts
character_row:
	ld	c,(hl)
	inc	hl
	ld	b,(hl)
	inc	hl
	push	af
	push	hl
	push	bc
	call	index_times
	pop	bc
	pop	de
	add	hl,de
	ex	de,hl
	xor	a
	call	stack_string
	pop	af
	or	a
	ret	z		; no subscript
	cp	','
	jr	z,slice		; NC
	cp	')'
	jp	nz,report_3
	jr	slice_done

; Checks the subscripts or slice after the name of a string, at syntax time. In: A = the character after the
; name.
string_syntax:
	cp	'('
	scf
	ret	nz
; "(" [first] [TO [last]] ")". In: CH_ADD at the bracket, or at the comma after a subscript; at syntax time,
; carry if more subscripts may follow. At run time, slices the string on the calculator stack. Out: CH_ADD
; after the closing bracket, A = the character there, bit 6 of FLAGS reset. Errors: C, B, 3.
slice:
	push	af
	rst	next_char
	ld	bc,1
	cp	token_to
	jr	z,slice_to
	ld	d,b
	ld	e,c
	cp	')'
	jr	z,slice_rest
	call	eval_integer
	cp	token_to
	jr	z,slice_to
	ld	d,b
	ld	e,c
	cp	','
	jr	nz,slice_cut
	pop	af
	jr	c,slice
	jp	report_c
slice_to:
	push	bc
	rst	next_char
	cp	')'
	jr	z,slice_from
	call	eval_integer
	pop	de
	jr	slice_cut
slice_from:
	pop	de
slice_rest:
	ld	hl,(sv_stkend)
	dec	hl
	ld	b,(hl)
	dec	hl
	ld	c,(hl)
slice_cut:
	pop	hl
	cp	')'
	jp	nz,report_c
	call	syntax_z
	jr	z,slice_done
	ld	h,b		; characters DE to BC
	ld	l,c
	or	a
	sbc	hl,de
	jr	c,slice_empty
	ld	a,d
	or	e
	jp	z,report_3
	inc	hl
	push	hl
	push	de
	push	bc
	call	fetch_string
	pop	hl
	dec	hl
	sbc	hl,bc
	jp	nc,report_3
	pop	hl
	dec	hl
	add	hl,de
	ex	de,hl
	pop	bc
	jr	slice_new
slice_empty:
	call	fetch_string
	ld	bc,0
slice_new:
	xor	a
	call	stack_string
slice_done:
	res	flags_number,(iy+iy_flags)
	rst	next_char
	ret
