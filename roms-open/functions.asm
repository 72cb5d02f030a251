; Functions: square root, logarithm, exponential, power, trigonometry. All are written in calculator codes
; around four Chebyshev series, whose constants chebyshev.py computes.

;; routine series
; calc_series + n: replaces the last number, z (-1 to 1), by the sum of a Chebyshev series. Its n constants
; follow, packed as for calc_literal, c(n-1) first. Sum = 2 c(n-1) T(n-1) + ... + 2 c(1) T(1) + c(0), by
; Clenshaw's recurrence b = 2 z b1 - b2 + c: the sum is the last b minus the last b2. calc_half_series + n:
; half the sum. Uses the 20 bytes above the calculator stack: b2, b1, sum, constant.
series:
	pop	de		; calc_next
	pop	hl
	push	bc		; B = count and flag
	push	hl
	ld	hl,(sv_stkend)
	push	hl
	ld	b,10
series_clear:
	ld	(hl),0
	inc	hl
	djnz	series_clear
	pop	hl
	ld	de,-5
	add	hl,de
	call	op_double	; 2 z
	pop	de
	pop	bc
	push	bc
	ld	a,b
	and	15
	ld	b,a
series_next:			; HL -> 2 z, DE -> constants, B = how many
	push	bc
	push	de
	push	hl
	ld	de,15
	ex	de,hl
	add	hl,de
	ex	de,hl
	push	de		; sum
	call	copy_five	; leaves HL = STKEND
	ld	de,5
	add	hl,de
	ex	de,hl
	pop	hl
	call	op_multiply	; sum := 2 z * b1
	ld	de,(sv_stkend)
	call	op_subtract	; sum := sum - b2, b2 := -b2
	ex	de,hl
	pop	bc
	pop	hl
	push	bc
	push	de
	inc	de
	inc	de
	inc	de
	inc	de
	inc	de
	push	de
	call	unpack_literal
	pop	de
	ex	(sp),hl
	call	op_add		; sum := sum + constant
	pop	de
	ex	(sp),hl
	pop	bc
	pop	af
	dec	a
	jr	z,series_sum
	push	hl
	push	de
	ld	b,a
	push	bc
	ld	de,(sv_stkend)
	ld	hl,5
	add	hl,de
	ld	bc,10
	ldir			; b2 := b1, b1 := sum
	pop	bc
	pop	de
	pop	hl
	jr	series_next
series_sum:			; HL -> 2 z, DE -> the next code, BC -> sum
	push	de
	push	hl
	ld	h,b
	ld	l,c
	ld	de,(sv_stkend)
	call	op_add
	pop	de
	push	de
	call	copy_five
	pop	hl
	pop	de
	pop	bc
	bit	4,b
	jr	z,series_end
	dec	(hl)
series_end:
	ex	de,hl
	jp	calc_fetch

;; routine op_exp
; calc_exp: exponential. EXP x = 2^y with y = x / LN 2: the integer part of y is added to the exponent.
op_exp:
	rst	calculate
	db	calc_1_over_ln_2,calc_multiply	; y
	db	calc_copy,calc_int,calc_store+3,calc_subtract	; y minus its integer part, which is stored in memory 3
	db	calc_double,calc_1,calc_subtract,calc_half_series+8
	db	14h,36h
	db	59h,65h,66h
	db	9eh,78h,65h,40h
	db	0a3h,60h,32h,0c9h
	db	0e8h,21h,0f7h,0afh,24h
	db	0ech,2fh,0b0h,0b0h,14h
	db	0efh,7eh,0bbh,94h,58h
	db	0f2h,3ah,7eh,0f8h,0cfh
	db	calc_recall+3,calc_end
	call	number_to_a
	jr	nz,exp_small
	jp	c,report_6
	call	last_number
	add	a,(hl)
	ld	(hl),a
	ret	nc
	jp	report_6
exp_small:
	jr	c,exp_nothing
	call	last_number
	ld	b,a
	ld	a,(hl)
	sub	b
	ld	(hl),a
	jr	z,exp_nothing
	ret	nc
exp_nothing:
	call	last_number
	jp	set_zero

;; routine op_ln
; calc_ln: natural logarithm. LN x = e * LN 2 + LN m for x = m * 2^e, m in 0.8-1.6. Report A unless x is
; positive.
op_ln:
	call	test_number
	dec	a
	jp	nz,report_a
	call	to_float
	ld	a,(hl)
	ld	(hl),80h
	inc	hl
	ld	b,a
	ld	a,(hl)
	cp	4dh		; 0.8 is 4C CC ..
	ld	a,b
	dec	hl
	jr	nc,ln_split
	inc	(hl)
	dec	a
ln_split:
	push	af		; e + 80h
	rst	calculate
	db	calc_half,calc_subtract,calc_half,calc_subtract	; m - 1, in two exact steps
	db	calc_copy,calc_literal,32h,20h,calc_multiply,calc_half,calc_subtract
	db	calc_half_series+12
	db	12h,0ach
	db	15h,09h
	db	57h,0dah,0a5h
	db	5ah,30h,0c5h
	db	5dh,90h,0aah
	db	9fh,70h,6fh,60h
	db	0e2h,0cbh,0dah,95h,97h
	db	0e5h,31h,9fh,0b3h,0b7h
	db	0e8h,0a0h,0feh,5ch,0fch
	db	0ebh,1bh,43h,0cah,36h
	db	0eeh,0a7h,9ch,7eh,5eh
	db	0f1h,6eh,23h,80h,93h
	db	calc_multiply,calc_end
	pop	af
	call	stack_a
	rst	calculate
	db	calc_literal,38h,0,calc_subtract	; minus 128
	db	calc_ln_2,calc_multiply,calc_add,calc_end
	ret

;; routine op_sqr
; calc_sqr: square root, by logarithms, as the last digits of the original's results show. Report A for a
; negative number.
op_sqr:
	call	test_number
	ret	z
	rst	calculate
	db	calc_ln,calc_half,calc_multiply,calc_exp,calc_end
	ret
; calc_power: power, EXP (y * LN x). 0 to the power 0 is 1; report 6 for 0 to a negative power. Report A for a
; negative base.
op_power:
	call	test_number
	jr	z,power_of_0
	call	keep_number
	rst	calculate
	db	calc_exchange,calc_ln,calc_multiply,calc_exp,calc_end
	ret
power_of_0:
	ex	de,hl
	call	test_number
	ex	de,hl
	inc	a
	jp	z,report_6
	dec	a
	ret	nz
	inc	a
	jp	set_small

;; routine op_sin
; calc_quarters: angle -> v, the angle in quarter turns, reduced to -2..2.
op_quarters:
	rst	calculate
	db	calc_1_over_2_pi,calc_multiply,calc_copy,calc_half,calc_add,calc_int,calc_subtract
	db	calc_double,calc_double,calc_end
	ret
; calc_cos: cosine: the sine of 1 - |v| quarter turns.
op_cos:
	rst	calculate
	db	calc_quarters,calc_abs,calc_1,calc_subtract,calc_negate,calc_jump
	db	sin_quarters-$
; calc_sin: sine. If |v| > 1, the sine of 2 - |v| quarter turns, with the sign of v.
op_sin:
	rst	calculate
	db	calc_quarters,calc_copy,calc_abs,calc_1,calc_subtract,calc_copy,calc_greater_0,calc_jump_true
	db	sin_fold-$
	db	calc_drop,calc_jump
	db	sin_quarters-$
sin_fold:
	db	calc_1,calc_subtract,calc_exchange,calc_sgn,calc_multiply,calc_negate
sin_quarters:
	db	calc_copy,calc_square,calc_double,calc_1,calc_subtract
	db	calc_half_series+6
	db	15h,0e6h
	db	5dh,1fh,0bh
	db	0a4h,8fh,38h,0eeh
	db	0eah,15h,63h,0bbh,23h
	db	0efh,92h,0dh,0cdh,0edh
	db	0f2h,23h,5dh,1bh,0eah
	db	calc_multiply,calc_end
	ret

;; routine op_atn
; calc_atn: arc tangent; if |x| >= 1, SGN x * pi / 2 - ATN (1 / x).
op_atn:
	call	to_float
	ld	a,(hl)
	cp	81h
	jr	c,atn_small
	rst	calculate
	db	calc_copy,calc_sgn,calc_half_pi,calc_multiply,calc_exchange
	db	calc_1,calc_negate,calc_exchange,calc_divide,calc_jump
	db	atn_series-$
atn_small:
	rst	calculate
	db	calc_0,calc_exchange
atn_series:
	db	calc_copy,calc_square,calc_double,calc_1,calc_subtract
	db	calc_half_series+12
	db	11h,0b2h
	db	14h,0eh
	db	56h,0e4h,8dh
	db	59h,39h,0bch
	db	5ch,98h,0fdh
	db	9fh,00h,36h,74h
	db	0e1h,0dbh,0e8h,0b4h,7ah
	db	0a4h,42h,0c4h,00h
	db	0e7h,0b5h,09h,36h,0bdh
	db	0eah,36h,73h,1bh,5dh
	db	0edh,0d8h,0deh,63h,0beh
	db	0f1h,61h,0a1h,0b3h,0ch
	db	calc_multiply,calc_add,calc_end
	ret

;; routine op_asn
; calc_asn: arc sine: 2 * ATN (x / (1 + SQR (1 - x * x))). Report A if |x| > 1.
op_asn:
	rst	calculate
	db	calc_copy,calc_square,calc_1,calc_subtract,calc_negate
	db	calc_sqr,calc_1,calc_add,calc_divide,calc_atn
	db	calc_double,calc_end
	ret
; calc_acs: arc cosine.
op_acs:
	rst	calculate
	db	calc_asn,calc_half_pi,calc_subtract,calc_negate,calc_end
	ret
; calc_tan: tangent.
op_tan:
	rst	calculate
	db	calc_copy,calc_sin,calc_exchange,calc_cos,calc_divide,calc_end
	ret
; calc_square: square.
op_square:
	rst	calculate
	db	calc_copy,calc_multiply,calc_end
	ret
; calc_double: doubles a number and converts it to floating point. Keeps HL.
op_double:
	call	to_float
	ld	a,(hl)
	or	a
	ret	z
	inc	(hl)
	ret
