; Conversion of numbers to text, as shown by PRINT and STR$.

;; const
text_start		equ	sv_membot+1	; preceded by a byte for the sign
text_digits		equ	sv_membot+17	; preceded by a byte for a carry

;; routine number_text
; Pops the last number and writes its text, as PRINT shows it, to the calculator memory. Out: DE -> text,
; BC = length.
number_text:
	call	drop_number
	ld	a,(hl)
	or	a
	jp	nz,text_float
	call	short_magnitude
	push	af
	ex	de,hl
	ld	de,text_start
	ld	bc,-10000
	call	text_count
	ld	bc,-1000
	call	text_count
	ld	bc,-100
	call	text_count
	ld	c,-10
	call	text_count
	ld	a,l
	add	a,'0'
	ld	(de),a
	inc	de
	ld	hl,text_start
	ld	b,5
text_skip:
	ld	a,(hl)
	cp	'0'
	jr	nz,text_finish
	inc	hl
	djnz	text_skip
	dec	hl
	pop	af
	push	af
	jr	z,text_finish
	ld	hl,text_minus	; -65536 in short form: printed as -1E-38
	ld	de,text_start
	ld	bc,5
	ldir
	ld	hl,text_start
; In: on the machine stack, AF with NZ if the number is negative; HL -> first character, DE past the last one.
text_finish:
	pop	af
	jr	z,text_length
	dec	hl
	ld	(hl),'-'
text_length:
	ex	de,hl
	or	a
	sbc	hl,de
	ld	b,h
	ld	c,l
	ret
text_minus:
	db	"1E-38"
; Writes HL / -BC as a digit. Out: HL = remainder.
text_count:
	ld	a,'0'-1
text_take:
	inc	a
	add	hl,bc
	jr	c,text_take
	sbc	hl,bc
	ld	(de),a
	inc	de
	ret

;; routine text_float
; As number_text, for the floating-point number at HL, just above the stack. A number of 2^27 or more is
; truncated and divided by a power of ten; a number below 1/2 is multiplied by a power of ten, at least 100.
; The power is the smallest one that gives the original's last digits. Then nine digits are computed; the last
; one is for rounding.
text_float:
	inc	hl
	ld	a,(hl)
	res	7,(hl)
	dec	hl
	and	80h
	push	af
	ld	b,0		; the power of ten to add at the end
	ld	a,(hl)
	sub	80h
	cp	28
	jr	c,text_scaled
	push	hl
	call	keep_number
	pop	hl
	or	a
	jp	p,text_large
	neg
	call	text_power
	inc	a
	cp	1
	jr	nz,text_scale
	inc	a
	jr	text_scale
text_large:
	push	af
	call	op_truncate
	pop	af
	call	text_power
	sub	7
	neg
text_scale:
	push	af
	call	times_ten
	call	drop_number
	pop	af
	neg
	ld	b,a
text_scaled:
	push	bc
	ld	a,(hl)
	inc	hl
	ld	d,(hl)
	set	7,d
	inc	hl
	ld	e,(hl)
	inc	hl
	ld	b,(hl)
	inc	hl
	ld	c,(hl)
	push	bc
	exx
	pop	hl
	exx
	ld	hl,sv_membot
	ld	b,5
text_clear:
	ld	(hl),0
	inc	hl
	djnz	text_clear
	ex	de,hl		; HL:HL' = mantissa; each shift moves the binary point
	sub	80h
	jr	z,text_unpack
	ld	b,a
text_left:
	exx
	add	hl,hl
	exx
	adc	hl,hl
	ld	de,sv_membot+4
	ld	c,5
text_double:
	ld	a,(de)
	adc	a,a
	daa
	ld	(de),a
	dec	de
	dec	c
	jr	nz,text_double
	djnz	text_left
text_unpack:
	push	hl
	ld	hl,sv_membot
	ld	de,text_digits-1
	xor	a
	ld	(de),a
	inc	de
	ld	bc,0500h	; C = digits so far
text_pair:
	ld	a,(hl)
	rrca
	rrca
	rrca
	rrca
	call	text_put
	ld	a,(hl)
	call	text_put
	inc	hl
	djnz	text_pair
	pop	hl
	jp	text_digit_loop
text_put:
	and	15
	jr	nz,text_store
	inc	c
	dec	c
	ret	z
text_store:
	ld	(de),a
	inc	de
	inc	c
	ret
; In: A = 0-127. Out: A = A * log10(2), truncated.
text_power:
	push	hl
	ld	e,a
	ld	d,0
	ld	hl,6
	ld	b,77
text_sum:
	add	hl,de
	djnz	text_sum
	ld	a,h
	pop	hl
	ret

;; routine text_twice
; Doubles A:HL:HL'.
text_twice:
	exx
	add	hl,hl
	exx
	adc	hl,hl
	rla
	ret

;; routine text_digit_loop
; In: HL:HL' = fraction, C = number of digits so far, DE past the last one; on the machine stack, BC with
; B = the power of ten to add.
text_digit_loop:
	pop	af		; B as A
	add	a,c
	ld	b,a		; decimal exponent: the value is 0.ddd * 10^B
text_digit:
	ld	a,c
	cp	9
	jr	z,text_digits_done
	push	bc
	push	de
	xor	a
	call	text_twice
	ld	b,a
	ld	d,h
	ld	e,l
	exx
	ld	d,h
	ld	e,l
	exx
	call	text_twice
	call	text_twice
	exx
	add	hl,de
	exx
	adc	hl,de
	adc	a,b
	pop	de
	pop	bc
	ld	(de),a
	inc	de
	inc	c
	jr	text_digit
text_digits_done:
	ex	de,hl
	dec	hl
	ld	a,(hl)
	cp	5
	jr	c,text_strip
text_round:
	dec	hl
	inc	(hl)
	ld	a,(hl)
	cp	10
	jr	z,text_round
	jr	text_stripped
text_strip:
	dec	hl
	ld	a,(hl)
	or	a
	jr	z,text_strip
text_stripped:			; HL -> last digit to show
	ld	de,text_digits
	ld	a,(text_digits-1)
	or	a
	jr	z,text_first
	dec	de
	inc	b
text_first:
	ld	a,l
	sub	e
	inc	a
	ld	c,a
	ex	de,hl
; In: HL -> C digits, B = decimal exponent; machine stack as for text_finish.
text_format:
	ld	de,text_start
	ld	a,b
	dec	a
	cp	8
	jr	c,text_plain
	add	a,5
	cp	5
	jr	c,text_small
	call	text_copy
	call	text_rest
	ld	a,'E'
	ld	(de),a
	inc	de
	ld	a,b
	ld	b,'+'
	dec	a
	jp	p,text_exponent
	neg
	ld	b,'-'
text_exponent:
	ex	de,hl
	ld	(hl),b
	inc	hl
	ld	b,'0'-1
text_tens:
	inc	b
	sub	10
	jr	nc,text_tens
	ld	(hl),b
	bit	0,b
	jr	nz,text_two
	bit	1,b
	jr	z,text_one
text_two:
	inc	hl
text_one:
	add	a,'0'+10
	ld	(hl),a
	inc	hl
	ex	de,hl
	jr	text_end
text_small:
	ld	a,'0'
	inc	b
	dec	b
	jr	nz,text_point
	ld	(de),a
	inc	de
text_point:
	ld	a,'.'
text_zero:
	ld	(de),a
	inc	de
	ld	a,'0'
	inc	b
	djnz	text_zero_next
	call	text_copies
	jr	text_end
text_zero_next:
	inc	b
	jr	text_zero
text_plain:
	ld	a,'0'
	inc	c
	dec	c
	jr	z,text_pad
	call	text_copy
	jr	text_plain_next
text_pad:
	ld	(de),a
	inc	de
text_plain_next:
	djnz	text_plain
	call	text_rest
text_end:
	ld	hl,text_start
	jp	text_finish
; Copies a digit.
text_copy:
	ld	a,(hl)
	inc	hl
	add	a,'0'
	ld	(de),a
	inc	de
	dec	c
	ret
; Copies a decimal point and the remaining digits, if there are any.
text_rest:
	inc	c
	dec	c
	ret	z
	ld	a,'.'
	ld	(de),a
	inc	de
text_copies:
	call	text_copy
	jr	nz,text_copies
	ret
