; Numbers and the outside: registers to the number stack and back, text to number, number to text, RND.

;; door 2D28 stack_a
; In: A, 0-255. Pushes it as a number. Out: HL = STKEND.
stack_a:
	ld	c,a
	ld	b,0
; 2D2B. In: BC, 0-65535. Pushes it as a number. Out: HL = STKEND. Keeps BC, DE.
stack_bc:
	ld	hl,(sv_stkend)
	xor	a
	ld	(hl),a
	inc	hl
	ld	(hl),a
	inc	hl
	ld	(hl),c
	inc	hl
	ld	(hl),b
	inc	hl
	ld	(hl),a
	inc	hl
	ld	(sv_stkend),hl
	ret

;; door 2DA2 number_to_bc
; Takes the last number off, rounded to a whole one. Out: BC = magnitude, A = C; carry: it is above 65535; Z: not negative.
number_to_bc:
	ld	hl,(sv_stkend)
	ld	de,-5
	add	hl,de
	ld	a,(hl)
	or	a
	jr	z,bc_whole
	rst	28h
	db	0a2h,0fh,27h,calc_end_code
bc_whole:
	call	drop_number
	ld	a,(hl)
	or	a
	jp	z,bc_short
	inc	hl
	bit	7,(hl)
	scf
	ret

;; room bc_short
bc_short:
	call	short_magnitude
	ld	b,d
	ld	c,e
	or	a
	ld	a,c
	ret

;; door 2DD5 number_to_a
; Takes the last number off, rounded to a whole one. Out: A = magnitude; carry: it is above 255; Z: not negative.
number_to_a:
	call	number_to_bc
	ret	c
	push	af
	ld	a,b
	or	a
	jr	z,number_fits_a
	pop	af
	scf
	ret
number_fits_a:
	pop	af
	ret

;; door 2DE3 print_number
; Takes the last number off and prints it.
print_number:
	call	number_text
	jp	print_string

;; room drop_number
; Takes the last number off. Out: HL -> it (it stays there until something is pushed). Changes DE.
drop_number:
	ld	hl,(sv_stkend)
	ld	de,-5
	add	hl,de
	ld	(sv_stkend),hl
	ret

;; door 1E94 int_to_a
; Takes the last number off. Out: A. Report B unless it rounds to 0-255.
int_to_a:
	call	number_to_a
	jr	int_checked
; 1E99. Takes the last number off. Out: BC, A = C. Report B unless it rounds to 0-65535.
int_to_bc:
	call	number_to_bc
int_checked:
	jp	c,report_b
	ret	z
	jp	report_b

;; room op_peek
; Code 2Bh.
op_peek:
	call	int_to_bc
	ld	a,(bc)
	jp	stack_a
; Code 2Ch.
op_in:
	call	int_to_bc
	in	a,(c)
	jp	stack_a
; Code 2Dh: calls the address; BC is the result.
op_usr:
	call	int_to_bc
	ld	hl,usr_return
	push	hl
	push	bc
	ret
usr_return:
	ld	iy,iy_base
	jp	stack_bc

;; room fn_rnd
; Steps SEED to 75 * (SEED + 1) mod 65537 - 1 and pushes SEED / 65536.
fn_rnd:
	ld	hl,(sv_seed)
	ld	d,h
	ld	e,l
	xor	a
	ld	bc,062ch	; 75 = 1001011b: six bits after the first
rnd_bit:
	add	hl,hl
	rla
	sla	c
	jr	nc,rnd_next
	add	hl,de
	adc	a,0
rnd_next:
	djnz	rnd_bit
	ld	de,75
	add	hl,de
	adc	a,d
	ld	e,a		; A * 65536 + HL is HL - A modulo 65537
	or	a
	sbc	hl,de
	jr	c,rnd_done	; + 65537 - 1
	dec	hl
rnd_done:
	ld	(sv_seed),hl
	ld	b,h
	ld	c,l
	call	stack_bc
	ld	de,-5
	add	hl,de
	call	to_float
	ld	a,(hl)
	sub	16
	ret	c		; it is 0
	ld	(hl),a
	ret

;; room number_literal
; In: CH_ADD at a digit, a point or the token BIN. Pushes the number. Out: CH_ADD after it. Report C or 6 with CH_ADD where it
; went wrong. The steps and their order are the original's as the stored bytes show them, so that each literal has the
; same five bytes: whole part x = x * 10 + digit; behind the point p = p / 10, x = x + p * digit.
number_literal:
	rst	18h
	cp	0c4h
	jr	nz,literal_decimal
	rst	20h
	ld	bc,0
literal_bin:
	sub	"0"
	cp	2
	jp	nc,stack_bc
	rra
	rl	c
	rl	b
	jp	c,report_6
	call	literal_next
	jr	literal_bin

literal_decimal:
	cp	"."
	push	af		; Z: a digit must follow the point
	ld	bc,0
	call	stack_bc
literal_whole:
	call	literal_digit
	jr	nc,literal_point
	call	stack_a
	rst	28h
	db	1,0a4h,4,0fh,calc_end_code
	call	literal_next
	jr	literal_whole
literal_point:
	pop	bc		; C = F
	cp	"."-"0"
	jr	nz,literal_exponent
	call	literal_next
	call	literal_digit
	jr	c,literal_tenths
	bit	6,c
	jp	nz,report_c
	jr	literal_exponent
literal_tenths:
	rst	28h
	db	0a1h,calc_end_code
literal_tenth:
	call	literal_digit
	jr	nc,literal_fraction
	call	stack_a
	rst	28h
	db	0c0h,2,0a4h,5,0c1h	; x, p / 10
	db	0e0h,4,0fh,0e1h,calc_end_code
	call	literal_next
	jr	literal_tenth
literal_fraction:
	call	drop_number
literal_exponent:
	ld	hl,(sv_ch_add)
	ld	a,(hl)
	and	0dfh
	cp	"E"
	ret	nz
	ld	b,0
	rst	20h
	cp	"+"
	jr	z,literal_sign
	cp	"-"
	jr	nz,literal_power
	inc	b
literal_sign:
	push	bc
	rst	20h
	pop	bc
literal_power:
	call	literal_digit
	jp	nc,report_c
	ld	c,0
literal_power_digit:
	ld	d,a
	ld	a,c
	cp	13
	jr	nc,literal_too_big
	add	a,a
	add	a,a
	add	a,c
	add	a,a
	add	a,d
	jp	p,literal_power_so_far
literal_too_big:
	ld	a,127		; report 6 comes after the last digit
literal_power_so_far:
	ld	c,a
	call	literal_next
	call	literal_digit
	jr	c,literal_power_digit
	ld	a,c
	djnz	times_ten_go
	neg
times_ten_go:
	jp	times_ten

; Steps CH_ADD without skipping anything. Out: A = the character. Keeps BC, DE.
literal_next:
	ld	hl,(sv_ch_add)
	inc	hl
	ld	(sv_ch_add),hl
	ld	a,(hl)
	ret
; Carry: the character at CH_ADD is a digit, A = its value; else A = character - "0". Keeps BC, DE.
literal_digit:
	ld	hl,(sv_ch_add)
	ld	a,(hl)
	sub	"0"
	cp	10
	ret

;; room times_ten
; Multiplies the last number by ten to the power A (signed): by 10, 100, 10^4, ... for the bits of the power from the
; lowest on; divides by them if it is negative.
times_ten:
	or	a
	ret	z
	ld	b,4
	jp	p,ten_start
	neg
	inc	b
ten_start:
	push	af
	push	bc
	rst	28h
	db	0a4h,calc_end_code
	pop	bc
	pop	af
ten_bit:
	srl	a
	push	af
	jr	nc,ten_square
	push	bc
	ld	a,b
	call	calc_op
	ld	hl,(sv_stkend)
	ld	bc,5
	add	hl,bc
	ld	(sv_stkend),hl
	pop	bc
ten_square:
	pop	af
	jp	z,drop_number
	push	af
	push	bc
	rst	28h
	db	31h,4,calc_end_code
	pop	bc
	pop	af
	jr	ten_bit

;; const
text_start	equ sv_membot+1		; one byte before it for the sign
text_digits	equ sv_membot+17	; one byte before it for a carry

;; room number_text
; Takes the last number off and writes it as PRINT shows it into the calculator's memory. Out: DE -> text, BC = length.
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
	add	a,"0"
	ld	(de),a
	inc	de
	ld	hl,text_start
	ld	b,5
text_skip:
	ld	a,(hl)
	cp	"0"
	jr	nz,text_finish
	inc	hl
	djnz	text_skip
	dec	hl
	pop	af
	push	af
	jr	z,text_finish
	ld	hl,text_minus	; the short form's -65536
	ld	de,text_start
	ld	bc,5
	ldir
	ld	hl,text_start
; On the stack: AF with the sign, NZ if negative; HL -> first character, DE -> after the last one.
text_finish:
	pop	af
	jr	z,text_length
	dec	hl
	ld	(hl),"-"
text_length:
	ex	de,hl
	or	a
	sbc	hl,de
	ld	b,h
	ld	c,l
	ret
text_minus:
	db	"1E-38"
; Writes how often -BC can be taken from HL as a digit.
text_count:
	ld	a,"0"-1
text_take:
	inc	a
	add	hl,bc
	jr	c,text_take
	sbc	hl,bc
	ld	(de),a
	inc	de
	ret

;; room text_float
; The same for the floating number at HL, just above the stack. A number of 2^27 or more loses its fraction and is divided
; by a power of ten, one below 1/2 is multiplied by one: both as little as the original's last digits show. Then come nine
; digits, the last of which rounds.
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
	or	a
	ld	d,h
	ld	e,l
	ld	bc,5
	ex	de,hl
	add	hl,bc
	ld	(sv_stkend),hl
	ex	de,hl
	jp	p,text_large
	neg
	call	text_power
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
	ex	de,hl		; HL:HL' = the mantissa; the point comes by shifting
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
; In: A = 0-127. Out: A = A * log10(2), cut.
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

;; room text_digit_loop
; HL:HL' = a fraction, DE -> behind the C digits so far, on the stack: B = the power of ten to add.
text_digit_loop:
	pop	af		; B as A
	add	a,c
	ld	b,a		; the decimal exponent: the text is 0.ddd times ten to it
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
; Doubles A:HL:HL'.
text_twice:
	exx
	add	hl,hl
	exx
	adc	hl,hl
	rla
	ret
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
	jp	text_format

;; room text_format
; HL -> C digits, B = decimal exponent; on the stack as for text_finish.
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
	ld	a,"E"
	ld	(de),a
	inc	de
	ld	a,b
	ld	b,"+"
	dec	a
	jp	p,text_exponent
	neg
	ld	b,"-"
text_exponent:
	ex	de,hl
	ld	(hl),b
	inc	hl
	ld	b,"0"-1
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
	add	a,"0"+10
	ld	(hl),a
	inc	hl
	ex	de,hl
	jr	text_end
text_small:
	ld	a,"0"
	inc	b
	dec	b
	jr	nz,text_point
	ld	(de),a
	inc	de
text_point:
	ld	a,"."
text_zero:
	ld	(de),a
	inc	de
	ld	a,"0"
	inc	b
	djnz	text_zero_next
	call	text_copies
	jr	text_end
text_zero_next:
	inc	b
	jr	text_zero
text_plain:
	ld	a,"0"
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
	add	a,"0"
	ld	(de),a
	inc	de
	dec	c
	ret
; Copies the digits that are left after a point.
text_rest:
	inc	c
	dec	c
	ret	z
	ld	a,"."
	ld	(de),a
	inc	de
text_copies:
	call	text_copy
	jr	nz,text_copies
	ret
