; Multiplication and division of five-byte numbers. Register usage is as in arithmetic.asm.

;; entry 30CA op_multiply - multiply the number at HL by the one at DE
; calc_multiply: multiplication. The product of integers is an integer if it fits. The second number keeps its
; value, but may be converted to floating point.
op_multiply:
	ld	a,(de)
	or	(hl)
	jr	nz,multiply_float
	push	hl
	push	de
	call	short_magnitude
	ld	c,a
	pop	hl
	push	hl
	push	de
	call	short_magnitude
	xor	c
	ld	c,a		; sign of the product
	pop	hl
	inc	h
	dec	h
	jr	z,multiply_small
	ex	de,hl		; the smaller one must be below 256
	inc	h
	dec	h
	jr	nz,multiply_too_wide
multiply_small:
	ld	a,l
	ld	hl,0
	or	a
	jr	z,multiply_whole
multiply_bit:
	srl	a
	jr	nc,multiply_skip
	add	hl,de		; does not change Z (no more bits)
	jr	c,multiply_too_wide
multiply_skip:
	jr	z,multiply_whole
	sla	e
	rl	d
	jr	nc,multiply_bit
multiply_too_wide:
	pop	de
	pop	hl
	jr	multiply_float
multiply_whole:
	ex	de,hl
	pop	af
	pop	hl
	push	af
	call	store_short
	pop	de		; programs expect it to be kept
	ret

; Computes the exact product, starting with the lowest byte of the multiplier and shifting right; of the bits
; shifted out of the upper half, only the last eight are kept.
multiply_float:
	push	hl
	call	both_float
	ld	a,(hl)
	or	a
	jp	z,pack_zero
	ld	b,0
	ld	c,a
	ld	a,(de)
	or	a
	jp	z,pack_zero
	add	a,c
	rl	b
	sub	80h
	ld	c,a
	jr	nc,multiply_load
	dec	b
multiply_load:
	push	bc		; exponent
	call	load_both
	xor	b
	push	af		; sign
	exx
	ld	a,e
	exx
	or	a
	call	z,swap_both	; use the number that ends in a zero byte as the multiplier
	ld	b,h		; multiplier BC:CA
	ld	c,l
	ld	hl,0
	exx
	ld	c,h
	ld	a,l
	ld	hl,0
	call	multiply_byte
	ld	a,c
	call	multiply_byte
	exx
	ld	a,c
	exx
	call	multiply_byte
	exx
	ld	a,b
	exx
	call	multiply_byte
	exx
	pop	de		; D = sign
	pop	bc
	bit	7,h
	jr	nz,multiply_normal
	add	a,a
	exx
	adc	hl,hl
	exx
	adc	hl,hl
	dec	bc
multiply_normal:
	add	a,a
	ld	a,d
	jp	round

;; routine multiply_byte
; In: A = byte of the multiplier, DE':DE = multiplicand, HL':HL = product so far. Out: HL':HL = product plus A
; times the multiplicand, shifted right by eight; A = the eight bits shifted out. Changes B.
multiply_byte:
	or	a
	jr	z,multiply_shift
	ld	b,8
multiply_loop:
	rra
	jr	nc,multiply_no
	add	hl,de
	exx
	adc	hl,de
	rr	h
	rr	l
	exx
	rr	h
	rr	l
	djnz	multiply_loop
	rra
	ret
multiply_no:
	exx
	srl	h
	rr	l
	exx
	rr	h
	rr	l
	djnz	multiply_loop
	rra
	ret
multiply_shift:
	ld	b,l
	ld	l,h
	exx
	ld	a,l
	ld	l,h
	ld	h,0
	exx
	ld	h,a
	ld	a,b
	ret

;; entry 31AF op_divide - divide the number at HL by the one at DE
; calc_divide: division; the result is always floating point. The second number keeps its value. Report 6 for
; a divisor of 0. Computes 33 bits of the quotient one by one. If the first one is 1, the last one rounds;
; otherwise the other 32 are the result.
op_divide:
	push	hl
	call	both_float
	ld	a,(de)
	or	a
	jp	z,report_6
	ld	c,a
	ld	a,(hl)
	or	a
	jp	z,pack_zero
	ld	b,0
	sub	c
	jr	nc,divide_exponent
	dec	b
divide_exponent:
	add	a,80h
	ld	c,a
	jr	nc,divide_load
	inc	b
divide_load:
	push	bc
	call	load_both
	xor	b
	push	af
	exx
	or	a
	sbc	hl,de
	exx
	sbc	hl,de
	jr	nc,divide_above
	exx
	add	hl,de
	exx
	adc	hl,de
	pop	af
	or	a		; no carry: the first bit is 0
	jr	divide_start
divide_above:
	pop	af
	pop	bc
	inc	bc
	push	bc
	scf
divide_start:
	push	af
	call	divide_byte
	push	bc
	call	divide_byte
	push	bc
	call	divide_byte
	push	bc
	call	divide_byte
	ld	e,c
	pop	bc
	ld	d,c
	push	de
	exx
	pop	hl
	exx
	pop	bc
	ld	l,c
	pop	bc
	ld	h,c
	pop	af
	pop	bc
	jp	nc,pack
	rr	h
	rr	l
	exx
	rr	h
	rr	l
	exx
	jp	round

;; routine divide_byte
; In: HL:HL' = remainder, below the divisor DE:DE'. Out: C = the next eight bits of the quotient, HL:HL' = the
; new remainder. Changes A, B.
divide_byte:
	ld	b,8
divide_bit:
	sla	c
	exx
	add	hl,hl
	exx
	adc	hl,hl
	jr	c,divide_one
	ld	a,h
	cp	d
	jr	c,divide_zero
	jr	nz,divide_one
	exx			; the upper bytes are equal: try the subtraction
	or	a
	sbc	hl,de
	exx
	sbc	hl,de
	jr	nc,divide_count
	exx
	add	hl,de
	exx
	adc	hl,de
divide_zero:
	djnz	divide_bit
	ret
divide_one:
	exx
	or	a
	sbc	hl,de
	exx
	sbc	hl,de
divide_count:
	inc	c
	djnz	divide_bit
	ret
