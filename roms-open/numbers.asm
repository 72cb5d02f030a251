; Transfer of numbers between registers, calculator stack and text; PEEK, IN, USR, RND.

;; entry 2D28 stack_a - push A; 2D2B: push BC
; In: A, 0-255. Pushes it as a number. Out: HL = STKEND, B = 0, C = H. Keeps DE.
stack_a:
	jp	stack_byte
usr_return:			; 2D2B: the routine that USR calls returns here, as programs expect
	ld	iy,iy_base
; In: BC, 0-65535. Pushes it as a number. Out: HL = STKEND. Keeps BC, DE.
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
; Ends the calculator stack after the byte at HL. Out: HL = the stack's end.
end_stack_after:
	inc	hl
	ld	(sv_stkend),hl
	ret

;; routine stack_byte
stack_byte:
	ld	c,a
	ld	b,0
	call	stack_bc
	ld	c,h		; as observed: programs that plot right after this call use C as x
	ret

;; entry 2DA2 number_to_bc - pop a number to BC
; Pops the last number, rounded to a whole number. Out: BC = magnitude, A = C; carry if it is above 65535; Z
; if it is not negative.
number_to_bc:
	call	last_number
	ld	a,(hl)
	or	a
	jr	z,bc_whole
	inc	hl
	ld	b,(hl)
	set	7,b
	inc	hl
	ld	c,(hl)
	push	bc
	rst	calculate
	db	calc_half,calc_add,calc_int,calc_end
	exx
	pop	bc		; loaders use the upper half of the mantissa in BC' as a key
	exx
bc_whole:
	call	drop_number
	ld	a,(hl)
	or	a
	jp	z,bc_short
	inc	hl
	bit	7,(hl)
	scf
	ret

;; routine bc_short
bc_short:
	call	short_magnitude
	ld	b,d
	ld	c,e
	or	a
	ld	a,c
	ret

;; routine number_to_byte
; As number_to_a, but with report B if the magnitude is above 255.
number_to_byte:
	call	number_to_a
	ret	nc
	jp	report_b

;; entry 2DD5 number_to_a - pop a number to A
; Pops the last number, rounded to a whole number. Out: A = magnitude; carry if it is above 255; Z if it is
; not negative.
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

;; entry 2DE3 print_number - pop and print a number
; Pops the last number and prints it.
print_number:
	call	number_text
	jp	print_string

;; routine drop_number
; Drops the last number. Out: HL -> its bytes, which stay intact until the next push. Changes DE.
drop_number:
	call	last_number
	jp	op_drop

;; routine keep_number
; Puts the number just above STKEND back on the stack. Changes HL, BC.
keep_number:
	ld	hl,(sv_stkend)
	ld	bc,5
	add	hl,bc
	jp	op_drop

;; entry 1E94 int_to_a - pop a number to A; 1E99: to BC; report B if it is out of range
; Pops the last number. Out: A. Report B unless it rounds to 0-255.
int_to_a:
	call	number_to_a
	jr	int_checked
; 1E99. Pops the last number. Out: BC, A = C. Report B unless it rounds to 0-65535.
int_to_bc:
	call	number_to_bc
int_checked:
	jp	c,report_b
	ret	z
report_b:
	rst	error
	db	err_integer_out_of_range

;; routine op_peek
; calc_peek.
op_peek:
	call	int_to_bc
	ld	a,(bc)
	jp	stack_a
; calc_in.
op_in:
	call	int_to_bc
	in	a,(c)
	jp	stack_a
; calc_usr: calls the address; BC is the result. The routine finds usr_return on the stack, and the stack 20
; bytes below ERR_SP (IF: 18), as programs expect.
op_usr:
	call	int_to_bc
	push	hl
	ld	hl,usr_end
	push	hl
	ld	hl,usr_return
	push	hl
	push	bc
	ret
usr_end:
	set	flags_number,(iy+iy_flags)	; the routine may have changed FLAGS
	pop	hl
	ret

;; routine fn_rnd
; Steps SEED to 75 * (SEED + 1) mod 65537 - 1 and pushes SEED / 65536.
fn_rnd:
	ld	hl,(sv_seed)
	ld	d,h
	ld	e,l
	xor	a
	ld	bc,062ch	; 75 = 1001011b: B = 6, C = the six bits after the leading 1
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
	ld	e,a		; modulo 65537, A * 65536 + HL is HL - A
	or	a
	sbc	hl,de
	jr	c,rnd_done	; + 65537 - 1
	dec	hl
rnd_done:
	ld	(sv_seed),hl
	ld	b,h
	ld	c,l
	call	stack_bc
	call	last_number
	call	to_float
	ld	a,(hl)
	sub	16
	ret	c		; the number is 0
	ld	(hl),a
	ret

;; routine number_literal
; Parses a number literal and pushes its value. In: CH_ADD at a digit, a decimal point or the token BIN. Out:
; CH_ADD past the literal. Report C or 6 with CH_ADD at the error. The calculation uses the same steps in the
; same order as the original, inferred from the stored bytes, so that each literal gives the same five bytes:
; for the integer part x = x * 10 + digit; after the point p = p / 10, x = x + p * digit.
number_literal:
	rst	get_char
	cp	token_bin
	jr	nz,literal_decimal
	rst	next_char
	ld	bc,0
literal_bin:
	sub	'0'
	cp	2
	jp	nc,stack_bc
	rra
	rl	c
	rl	b
	jp	c,report_6
	call	literal_next
	jr	literal_bin

literal_decimal:
	cp	'.'
	push	af		; Z: a digit must follow the point
	ld	bc,0
	call	stack_bc
literal_whole:
	call	literal_digit
	jr	nc,literal_point
	call	stack_a
	rst	calculate
	db	calc_exchange,calc_10,calc_multiply,calc_add,calc_end
	call	literal_next
	jr	literal_whole
literal_point:
	pop	bc		; C = F
	cp	'.'-'0'
	jr	nz,literal_exponent
	call	literal_next
	call	literal_digit
	jr	c,literal_tenths
	bit	6,c
	jp	nz,report_c
	jr	literal_exponent
literal_tenths:
	rst	calculate
	db	calc_1,calc_end
literal_tenth:
	call	literal_digit
	jr	nc,literal_fraction
	call	stack_a
	rst	calculate
	db	calc_store+0,calc_drop,calc_10,calc_divide,calc_store+1	; x, p / 10
	db	calc_recall+0,calc_multiply,calc_add,calc_recall+1,calc_end
	call	literal_next
	jr	literal_tenth
literal_fraction:
	call	drop_number
literal_exponent:
	ld	hl,(sv_ch_add)
	ld	a,(hl)
	and	0dfh
	cp	'E'
	ret	nz
	ld	b,0
	rst	next_char
	cp	'+'
	jr	z,literal_sign
	cp	'-'
	jr	nz,literal_power
	inc	b
literal_sign:
	push	bc
	rst	next_char
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
	ld	a,127		; limit it; report 6 follows after the last digit
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

;; routine literal_digit
; Out: carry and A = value if there is a digit at CH_ADD; else NC and A = character - "0". Keeps BC, DE.
literal_digit:
	ld	hl,(sv_ch_add)
	ld	a,(hl)
	sub	'0'
	cp	10
	ret

;; routine literal_next
; Increments CH_ADD without skipping spaces or colour codes. Out: A = the character. Keeps BC, DE.
literal_next:
	ld	hl,(sv_ch_add)
	inc	hl
	ld	(sv_ch_add),hl
	ld	a,(hl)
	ret

;; routine times_ten
; Multiplies the last number by 10^A (A is signed): by 10, 100, 10^4, ... for the bits of A that are set,
; lowest bit first; divides by them if A is negative.
times_ten:
	or	a
	ret	z
	ld	b,calc_multiply
	jp	p,ten_start
	neg
	inc	b		; calc_divide
ten_start:
	push	af
	push	bc
	rst	calculate
	db	calc_10,calc_end
	pop	bc
	pop	af
ten_bit:
	srl	a
	push	af
	jr	nc,ten_square
	push	bc
	ld	a,b
	call	calc_op
	call	keep_number
	pop	bc
ten_square:
	pop	af
	jp	z,drop_number
	push	af
	push	bc
	rst	calculate
	db	calc_copy,calc_multiply,calc_end
	pop	bc
	pop	af
	jr	ten_bit
