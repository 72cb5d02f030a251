; Arithmetic of numbers of five bytes: + - * / negation, comparisons, INT and what they are made of.
;
; Register model of the floating routines: a mantissa of 32 bits has its upper half in a register pair of the set in use
; and its lower half in the same pair of the other set ("HL:HL'").

;; room op_add
; Code 03: subtraction.
op_subtract:
	push	de
	push	hl
	ex	de,hl
	call	op_negate
	pop	hl
	pop	de
; Code 0F: addition. Whole numbers stay whole while the sum does.
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

;; room op_negate
; Code 1Bh: changes the sign. Keeps HL and DE.
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

;; room to_float
; Makes both numbers floating. In and out: HL, DE -> numbers. Changes A, BC.
both_float:
	call	to_float
	ex	de,hl
	call	to_float
	ex	de,hl
	ret
; Code 3Dh: the number at HL in floating form (0 keeps its own). Keeps HL and DE.
to_float:
	ld	a,(hl)
	or	a
	ret	nz
	push	hl
	push	de
	call	short_magnitude
	ld	(hl),0
	ex	de,hl		; HL = the magnitude, DE -> its third byte
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

;; room add_float
; Floating addition. The original's rounding is that of two's complement: the operand of smaller exponent is shifted
; right as a signed number and its last lost bit added, and so is a sum that is too wide.
add_float:
	call	both_float
	push	hl		; where the sum goes
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
	ld	a,e		; the lost byte
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
add_sum:			; carry: the bit lost last, which rounds
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
	jp	copy_five
add_copied:
	pop	hl
	ret

;; room load_both
; In: HL, DE -> floating numbers. Out: HL:HL', DE:DE' = their mantissas, bit 7 of B and of A their signs. Changes BC.
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
	ld	a,0
	sbc	a,h
	ld	h,a
	ret

;; room normalize
; In: HL:HL' = a mantissa, not normalized; A = its sign (00 or FF); BC = exponent + 80h; on the stack, where the number
; goes. A negative 0 stands for -2^32. Packs the number and returns.
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
	ld	a,e		; all is zero
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

; Multiplication's and division's end. In: as pack; carry = the bit after the last of the mantissa, which it is rounded by.
round:
	jr	nc,pack
	call	increment
	jr	nz,pack
	ld	h,80h
	inc	bc
; In: HL:HL' = a normalized mantissa, BC = exponent + 80h (16 bits), bit 7 of A = sign; on the stack, where the number goes.
; Report 6 if it is too big; too small a one gives 0, but an exponent of just 0 the least number there is.
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

;; room increment
; HL:HL' := HL:HL' + 1. Out: Z if that is 0. Keeps A.
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

;; room op_multiply
; Code 04: multiplication. Whole numbers stay whole while the product does. The second number stands behind the first and
; keeps its value, if not its form.
op_multiply:
	ld	a,(de)
	or	(hl)
	jr	nz,multiply_float
	push	de
	push	hl
	call	short_magnitude
	ld	c,a
	pop	hl
	ex	(sp),hl
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
	add	hl,de		; keeps Z: no more bits
	jr	c,multiply_too_wide
multiply_skip:
	jr	z,multiply_whole
	sla	e
	rl	d
	jr	nc,multiply_bit
multiply_too_wide:
	pop	hl
	ld	de,5
	ex	de,hl
	add	hl,de
	ex	de,hl		; DE -> second again
	jr	multiply_float
multiply_whole:
	ex	de,hl
	pop	hl
	jp	store_short

; The exact product is made from the lowest byte of the multiplier on, shifting right; of the bits that leave the upper
; half only the last eight are kept.
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
	call	z,swap_both	; the multiplier is the one that ends in 0
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

;; room multiply_byte
; In: A = byte of the multiplier, DE':DE multiplicand, HL':HL product so far. Out: product with the byte's share, shifted
; right by eight; A = the eight bits shifted out. Changes B.
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

;; room op_divide
; Code 05: division, always floating. The second number keeps its value. Report 6 for a divisor of 0. The quotient's bits are made one by one; when the first
; of 33 is 1 the last one rounds, otherwise the other 32 stay as they are.
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

;; room divide_byte
; In: HL:HL' remainder below DE:DE' divisor. Out: C = the next eight bits of the quotient, HL:HL' the new remainder.
; Changes A, B.
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
	exx			; the upper bytes are equal: try
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

;; room short_magnitude
; In: HL -> short form. Out: DE = magnitude, A = sign (00 or FF), HL -> fourth byte. Changes F.
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
; Makes the number at HL 0. Keeps HL, B. Changes A, C, DE.
set_zero:
	xor	a
; Makes the number at HL the whole number A, 0-255. Keeps HL, B. Changes A, C, DE.
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

;; room op_int
; Code 27h: the greatest whole number that is not above.
op_int:
	call	op_truncate
	inc	b
	dec	b
	ret	z
	rst	28h
	db	0a1h,3,calc_end_code
	ret

;; room op_truncate
; Code 3Ah: drops the fraction; the result is short if it can be. Keeps HL. Out: B = 0 unless something was lost of a
; negative number (then INT is one less).
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
	ld	b,a		; what is lost
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
	add	a,8		; bits to clear less 8
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

;; room op_compare
; In: HL -> a number. Out: A = 0 and Z: it is 0; A = 1: positive; A = FF: negative. Keeps HL, BC, DE.
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
	jr	z,test_end
	ld	a,c
	rla
	sbc	a,a
	or	1
test_end:
	pop	bc
	pop	hl
	ret

; Codes 09-0E: <= >= <> > < =. By subtraction, so that what rounds to 0 is equal. A = code.
op_compare:
	push	hl
	ld	c,a
	ld	b,0
	ld	hl,compare_masks-9
	add	hl,bc
	ld	b,(hl)
	pop	hl
	push	hl
	push	bc
	call	op_subtract
	pop	bc
	pop	hl
	call	test_number
	inc	a		; 0 below, 1 equal, 2 above
	jr	z,compare_told
compare_shift:
	srl	b
	dec	a
	jr	nz,compare_shift
compare_told:
	ld	a,b
	and	1
	jp	set_small
compare_masks:			; 1 below, 2 equal, 4 above
	db	3,6,5,4,1,2

;; room op_logic
; Code 30h: 1 for 0, else 0.
op_not:
	call	test_number
	jr	nz,logic_0
logic_1:
	ld	a,1
	jp	set_small
logic_0:
	jp	set_zero
; Code 36h: is it below 0?
op_less_0:
	call	test_number
	inc	a
	jr	logic_if_0
; Code 37h: is it above 0?
op_greater_0:
	call	test_number
	dec	a
logic_if_0:
	jr	z,logic_1
	jr	logic_0
; Code 08: first AND second: the first, or 0 if the second is 0.
op_and:
	ex	de,hl
	call	test_number
	ex	de,hl
	ret	nz
	jr	logic_0
; Code 07: first OR second: the first, or 1 if the second is not 0.
op_or:
	ex	de,hl
	call	test_number
	ex	de,hl
	ret	z
	jr	logic_1
; Code 29h: -1, 0 or 1.
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
; Code 2Ah: magnitude.
op_abs:
	call	test_number
	inc	a
	ret	nz
	jp	op_negate

;; room op_modulo
; Code 32h: n, m -> n - m * INT (n/m), INT (n/m).
op_modulo:
	rst	28h
	db	0c0h,2		; m
	db	31h,0e0h,5,27h
	db	0c1h,0e0h,4,3
	db	0e1h,calc_end_code
	ret
