; Comparisons of numbers and strings, AND, OR, and the remainder.

;; entry 34E9 test_number - sign of the number at HL; carry if it is zero
; In: HL -> a number. Out: A = 0, Z and carry if it is 0; A = 1 if positive; A = FF if negative. Keeps HL, BC,
; DE.
test_number:
	push	hl
	ld	a,(hl)
	inc	hl
	push	bc
	ld	c,(hl)
	inc	hl
	or	(hl)
	inc	hl
	or	(hl)
	scf
	jr	z,test_end
	ld	a,c
	rla
	sbc	a,a
	or	1
test_end:
	pop	bc
	pop	hl
	ret

; calc_less_equal to calc_equal: <= >= <> > < =. In: A = code. Compares by subtraction: numbers are equal if
; their difference rounds to 0.
op_compare:
	push	hl
	ld	c,a
	ld	b,0
	ld	hl,compare_masks-calc_less_equal
	add	hl,bc
	ld	b,(hl)
	pop	hl
	push	bc
	call	op_subtract
	pop	bc
	call	test_number
	inc	a		; 0 less, 1 equal, 2 greater
	jr	z,compare_done
compare_shift:
	srl	b
	dec	a
	jr	nz,compare_shift
compare_done:
	ld	a,b
	and	1
	jp	set_small
compare_masks:			; bits: 1 less, 2 equal, 4 greater
	db	3,6,5,4,1,2

;; routine op_logic
; calc_not: 1 for 0, else 0.
op_not:
	call	test_number
logic_if_0:
	ld	a,1
	jr	z,logic_store
	dec	a
logic_store:
	jp	set_small
; calc_less_0: 1 if negative, else 0.
op_less_0:
	call	test_number
	inc	a
	jr	logic_if_0
; calc_greater_0: 1 if positive, else 0.
op_greater_0:
	call	test_number
	dec	a
	jr	logic_if_0
; calc_and: first AND second: the first, or 0 if the second is 0.
op_and:
	ex	de,hl
	call	test_number
	ex	de,hl
	ret	nz
	jp	set_zero
; calc_or: first OR second: the first, or 1 if the second is not 0.
op_or:
	ex	de,hl
	call	test_number
	ex	de,hl
	ret	z
	xor	a
	jr	logic_if_0
; calc_sgn: -1, 0 or 1.
op_sgn:
	call	test_number
	ld	e,a
	rla
	sbc	a,a
	ld	c,a
	ld	a,e
	and	1
	ld	e,a
	ld	d,0
	jp	store_short
; calc_abs: magnitude.
op_abs:
	call	test_number
	inc	a
	ret	nz
	jp	op_negate

;; routine op_modulo
; calc_modulo: n, m -> n - m * INT (n/m), INT (n/m).
op_modulo:
	rst	calculate
	db	calc_store+0,calc_drop	; m
	db	calc_copy,calc_recall+0,calc_divide,calc_int
	db	calc_store+1,calc_recall+0,calc_multiply,calc_subtract
	db	calc_recall+1,calc_end
	ret
