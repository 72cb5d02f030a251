; Arithmetic of five-byte numbers: addition, subtraction, negation, INT, helpers shared by all operations.
;
; Registers of the floating-point routines: the upper half of a 32-bit mantissa is in a register pair of the
; current set, the lower half in the same pair of the alternate set ("HL:HL'").

;; entry 3008 slow_return - returns after 34 T-states and 5 opcode fetches, DE' + 1; 300E: a RET
; Loaders combine data with R and DE'.
	exx
	inc	de
	exx
	jp	slow_returns
slow_returns:			; 300E
	ret

;; entry 300F op_subtract - subtract the number at DE from the number at HL; 3014: add them
; calc_subtract: subtraction. Negates the second number, then adds.
op_subtract:
	call	negate_second
	nop
	nop
; 3014. calc_add: addition. The sum of whole numbers stays in short form if it fits. Keeps HL, as all four
; operations do.
op_add:
	ld	a,(de)
	or	(hl)
	jp	nz,add_float
	push	de
	push	hl
	inc	hl
	inc	hl
	inc	de
	inc	de
	ld	a,(de)
	add	a,(hl)
	ld	c,a
	inc	hl
	inc	de
	ld	a,(de)
	adc	a,(hl)
	ld	b,a
	dec	hl
	dec	de
	dec	hl
	dec	de
	ld	a,(de)
	adc	a,(hl)		; 00 or FF unless the sum needs more than 17 bits
	ld	e,a
	inc	a
	cp	2
	jr	nc,add_too_wide
	ld	(hl),e
	inc	hl
	ld	(hl),c
	inc	hl
	ld	(hl),b
	pop	hl
	pop	de
	ret
add_too_wide:
	pop	hl
	pop	de
	jp	add_float

;; routine op_negate
; Changes the sign of the number at DE. Keeps HL and DE.
negate_second:
	ex	de,hl
	call	op_negate
	ex	de,hl
	ret
; calc_negate: changes the sign. Keeps HL and DE.
op_negate:
	ld	a,(hl)
	or	a
	inc	hl
	jr	z,negate_short
	ld	a,(hl)
	xor	80h
	ld	(hl),a
	dec	hl
	ret
negate_short:
	ld	b,(hl)
	inc	hl
	xor	a
	sub	(hl)
	ld	c,a
	inc	hl
	sbc	a,a
	sub	(hl)
	ld	(hl),a
	dec	hl
	ld	(hl),c
	dec	hl
	or	c
	jr	z,negate_done	; 0 stays 0
	ld	a,b
	cpl
	ld	(hl),a
negate_done:
	dec	hl
	ret

;; routine to_float
; Converts both numbers to floating-point form. In and out: HL, DE -> numbers. Changes A, BC.
both_float:
	call	to_float
	ex	de,hl
	call	to_float
	ex	de,hl
	ret
; calc_to_float: converts the number at HL to floating-point form (0 is unchanged). Keeps HL and DE.
to_float:
	ld	a,(hl)
	or	a
	ret	nz
	push	hl
	push	de
	call	short_magnitude
	ld	(hl),0
	ex	de,hl		; HL = magnitude, DE -> fourth byte of the number
	ld	b,a
	ld	a,h
	or	l
	jr	z,float_zero
	ld	c,90h
	ld	a,h
	or	a
	jr	nz,float_shift
	ld	h,l
	ld	l,a
	ld	c,88h
float_shift:
	bit	7,h
	jr	nz,float_store
	add	hl,hl
	dec	c
	jr	float_shift
float_zero:
	ld	c,a
	ld	b,a
float_store:
	ld	a,b
	and	80h
	res	7,h
	or	h
	ex	de,hl
	dec	hl
	ld	(hl),e
	dec	hl
	ld	(hl),a
	dec	hl
	ld	(hl),c
	pop	de
	pop	hl
	ret

;; routine add_float
; Floating-point addition. It rounds in two's complement, as the original does: the operand with the smaller
; exponent is shifted right as a signed number and the last bit shifted out is added; a sum that is too wide
; is treated the same way.
add_float:
	call	both_float
	push	hl		; destination of the sum
	ld	a,(de)
	or	a
	jp	z,add_copied
	ld	c,a
	ld	a,(hl)
	or	a
	jp	z,add_take_de
	sub	c		; difference of the exponents
	jr	nc,add_ordered
	neg
	ex	de,hl
add_ordered:
	cp	33
	jp	nc,add_take_hl
	ex	af,af'
	ld	c,(hl)
	push	bc		; C = exponent
	call	load_both
	rla
	sbc	a,a
	ld	c,a		; sign of the smaller, 00 or FF
	ld	a,b
	rla
	sbc	a,a
	ld	b,a		; sign of the larger
	call	nz,negate_hl
	inc	c
	call	z,negate_de
	dec	c
	push	bc
	ld	b,c
	ld	c,0
	ex	af,af'
add_bytes:
	sub	8
	jr	c,add_bits
	ex	af,af'
	exx
	ld	a,e		; the byte shifted out
	ld	e,d
	exx
	ld	c,a
	ld	a,e
	exx
	ld	d,a
	exx
	ld	e,d
	ld	d,b
	ex	af,af'
	jr	add_bytes
add_bits:
	add	a,8
	jr	z,add_no_bits
	ld	c,a
add_bit:
	ld	a,b
	rra
	rr	d
	rr	e
	exx
	rr	d
	rr	e
	exx
	dec	c
	jr	nz,add_bit
	jr	add_sum
add_no_bits:
	sla	c
add_sum:			; carry: the last bit shifted out, for rounding
	exx
	adc	hl,de
	exx
	adc	hl,de
	pop	bc
	ld	a,b
	adc	a,c		; 00 or FF: it fits. 01 or FE: one bit too wide
	pop	bc
	ld	b,0
	ld	e,a
	inc	a
	cp	2
	ld	a,e
	jr	c,add_sign
	sra	a
	rr	h
	rr	l
	exx
	rr	h
	rr	l
	exx
	call	c,increment
	inc	bc
add_sign:
	ld	e,a
	or	a
	call	nz,negate_hl
	ld	a,e
	jp	normalize
add_take_de:
	ex	de,hl
add_take_hl:
	pop	de
	push	de
	call	copy_five
add_copied:
	pop	hl
	ret

;; routine load_both
; In: HL, DE -> floating-point numbers. Out: HL:HL', DE:DE' = their mantissas, bit 7 of B and of A their
; signs. Changes BC.
load_both:
	inc	hl
	inc	de
	ld	b,(hl)
	inc	hl
	ld	c,(hl)
	push	bc
	inc	hl
	ld	b,(hl)
	inc	hl
	ld	c,(hl)
	push	bc
	ex	de,hl
	ld	d,(hl)
	inc	hl
	ld	e,(hl)
	inc	hl
	ld	b,(hl)
	inc	hl
	ld	c,(hl)
	push	bc
	exx
	pop	de
	pop	hl
	exx
	pop	hl
	ld	a,d
	ld	b,h
	set	7,d
	set	7,h
	ret
; DE:DE' := -(DE:DE'). Changes A.
negate_de:
	call	swap_both
	call	negate_hl
; Exchanges HL:HL' and DE:DE'.
swap_both:
	ex	de,hl
	exx
	ex	de,hl
	exx
	ret
; HL:HL' := -(HL:HL'). Changes A.
negate_hl:
	exx
	xor	a
	sub	l
	ld	l,a
	ld	a,0
	sbc	a,h
	ld	h,a
	exx
	ld	a,0
	sbc	a,l
	ld	l,a
	sbc	a,a
	sub	h
	ld	h,a
	ret

;; routine normalize
; In: HL:HL' = mantissa, not normalized; A = sign (00 or FF); BC = exponent + 80h; on the machine stack, the
; destination address. A negative 0 means -2^32. Packs the number and returns.
normalize:
	ld	e,a
	bit	7,h
	jr	nz,normalized
	ld	d,4
normalize_byte:
	ld	a,h
	or	a
	jr	nz,normalize_bit
	ld	h,l
	exx
	ld	a,h
	ld	h,l
	ld	l,0
	exx
	ld	l,a
	ld	a,c
	sub	8
	ld	c,a
	jr	nc,normalize_near
	dec	b
normalize_near:
	dec	d
	jr	nz,normalize_byte
	ld	a,e		; the mantissa is zero
	or	a
	jr	z,pack_zero
	ld	h,80h
	ld	a,c
	add	a,33
	ld	c,a
	jr	nc,normalized
	inc	b
	jr	normalized
normalize_bit:
	bit	7,h
	jr	nz,normalized
normalize_shift:
	exx
	add	hl,hl
	exx
	adc	hl,hl
	dec	bc
	jp	p,normalize_shift
normalized:
	ld	a,e
	jr	pack

; The end of multiplication and division. In: as for pack; carry = the bit after the mantissa, used for
; rounding.
round:
	jr	nc,pack
	call	increment
	jr	nz,pack
	ld	h,80h
	inc	bc
; In: HL:HL' = normalized mantissa, BC = exponent + 80h (16 bits), bit 7 of A = sign; on the machine stack,
; the destination address. Out: HL -> the number. Report 6 if it is too big. A number that is too small
; becomes 0; BC = 0 gives the number of smallest magnitude.
pack:
	inc	b
	djnz	pack_range
	inc	c
	dec	c
	jr	z,pack_least
pack_store:
	res	7,h
	and	80h
	or	h
	ld	d,a
	ld	e,l
	pop	hl
	push	hl
	ld	(hl),c
	inc	hl
	ld	(hl),d
	inc	hl
	ld	(hl),e
	inc	hl
	push	hl
	exx
	ex	de,hl
	pop	hl
	ld	(hl),d
	inc	hl
	ld	(hl),e
	pop	hl
	ret
pack_least:
	inc	c
	ld	hl,8000h
	exx
	ld	hl,0
	exx
	jr	pack_store
pack_range:
	bit	7,b
	jp	z,report_6
pack_zero:
	pop	hl
	jp	set_zero

;; routine increment
; HL:HL' := HL:HL' + 1. Out: Z if the result is 0. Keeps A.
increment:
	exx
	inc	l
	jr	nz,increment_half
	inc	h
increment_half:
	exx
	ret	nz
	inc	l
	ret	nz
	inc	h
	ret

;; routine short_magnitude
; In: HL -> number in short form. Out: DE = magnitude, A = sign (00 or FF), HL -> its fourth byte. Changes F.
short_magnitude:
	inc	hl
	ld	a,(hl)
	inc	hl
	ld	e,(hl)
	inc	hl
	ld	d,(hl)
	or	a
	ret	z
	push	af
	call	negate_short_de
	pop	af
	ret
; DE := -DE. Changes A.
negate_short_de:
	xor	a
	sub	e
	ld	e,a
	sbc	a,a
	sub	d
	ld	d,a
	ret
; Sets the number at HL to 0. Keeps HL, B. Changes A, C, DE.
set_zero:
	xor	a
; Sets the number at HL to A, 0-255. Keeps HL, B. Changes A, C, DE.
set_small:
	ld	e,a
	ld	d,0
	ld	c,d
; Stores DE with sign C (00 or FF) at HL in short form. Keeps HL, B. Changes A, C, DE.
store_short:
	push	hl
	ld	a,d
	or	e
	jr	nz,store_not_0
	ld	c,a
store_not_0:
	inc	c
	call	z,negate_short_de
	dec	c
	xor	a
	ld	(hl),a
	inc	hl
	ld	(hl),c
	inc	hl
	ld	(hl),e
	inc	hl
	ld	(hl),d
	inc	hl
	ld	(hl),a
	pop	hl
	ret

;; routine op_int
; calc_int: the greatest whole number not above the operand.
op_int:
	call	op_truncate
	inc	b
	dec	b
	ret	z
	rst	calculate
	db	calc_1,calc_subtract,calc_end
	ret

;; routine op_truncate
; calc_truncate: drops the fraction; the result is in short form if it fits. Keeps HL. Out: B = 0 unless a
; nonzero fraction of a negative number was dropped (then INT is one less).
op_truncate:
	ld	b,0
	ld	a,(hl)
	or	a
	ret	z
	cp	0a0h
	ret	nc
	push	hl
	ld	b,a
	inc	hl
	ld	a,(hl)
	ld	d,a
	set	7,d
	rla
	sbc	a,a
	ld	c,a		; sign
	inc	hl
	ld	e,(hl)
	inc	hl
	ld	a,90h
	sub	b
	jr	c,truncate_wide
	ex	af,af'
	ld	a,(hl)
	inc	hl
	or	(hl)
	ld	b,a		; the bits that are dropped
	ex	af,af'
	cp	16
	jr	c,truncate_shift
	ld	a,16
truncate_shift:
	or	a
	jr	z,truncate_short
truncate_bit:
	srl	d
	rr	e
	jr	nc,truncate_next
	set	0,b
truncate_next:
	dec	a
	jr	nz,truncate_bit
truncate_short:
	ld	a,b
	and	c
	ld	b,a
	pop	hl
	jp	store_short
truncate_wide:
	ld	b,0
	inc	hl
	add	a,8		; bits to clear minus 8
	jr	nc,truncate_last
	ld	b,(hl)
	ld	(hl),0
	dec	hl
	sub	8
truncate_last:
	add	a,8
	ld	e,a
	inc	e
	ld	a,0ffh
truncate_mask:
	dec	e
	jr	z,truncate_clear
	add	a,a
	jr	truncate_mask
truncate_clear:
	ld	e,a
	cpl
	and	(hl)
	or	b
	and	c
	ld	b,a
	ld	a,e
	and	(hl)
	ld	(hl),a
	pop	hl
	ret
