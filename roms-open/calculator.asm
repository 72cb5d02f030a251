; The calculator: a stack machine for numbers (RST 28h). Its operation codes follow the RST.
; A number has five bytes. Short form, for whole numbers: 00, sign (00 or FF), low byte, high byte, 00 (17-bit
; two's complement). Floating-point form: exponent + 80h, then a 32-bit mantissa, 0.1xxx, whose first bit is
; replaced by the sign. STKEND points past the last number on the stack.
;
; Each operation is called with A = its code and
;   calc_subtract to calc_add: HL -> first number, DE -> second number, already dropped; result to (HL)
;   all others:                HL -> last number, DE = STKEND
; It may change all registers. STKEND must be up to date when it returns.

;; const
calc_jump_true		equ	00h		; offset follows: drops the last number, jumps if it is not 0
calc_exchange		equ	01h
calc_drop		equ	02h
calc_subtract		equ	03h
calc_multiply		equ	04h
calc_divide		equ	05h
calc_power		equ	06h
calc_or			equ	07h
calc_and		equ	08h
calc_less_equal		equ	09h
calc_greater_equal	equ	0ah
calc_not_equal		equ	0bh
calc_greater		equ	0ch
calc_less		equ	0dh
calc_equal		equ	0eh
calc_add		equ	0fh
calc_str_and		equ	10h		; string AND number
calc_str_less_equal	equ	11h
calc_str_greater_equal	equ	12h
calc_str_not_equal	equ	13h
calc_str_greater	equ	14h
calc_str_less		equ	15h
calc_str_equal		equ	16h
calc_str_add		equ	17h
calc_val_str		equ	18h
calc_usr_str		equ	19h
calc_negate		equ	1bh
calc_code		equ	1ch
calc_val		equ	1dh
calc_len		equ	1eh
calc_sin		equ	1fh
calc_cos		equ	20h
calc_tan		equ	21h
calc_asn		equ	22h
calc_acs		equ	23h
calc_atn		equ	24h
calc_ln			equ	25h
calc_exp		equ	26h
calc_int		equ	27h
calc_sqr		equ	28h
calc_sgn		equ	29h
calc_abs		equ	2ah
calc_peek		equ	2bh
calc_in			equ	2ch
calc_usr		equ	2dh
calc_str		equ	2eh
calc_chr		equ	2fh
calc_not		equ	30h
calc_copy		equ	31h		; duplicates the last number
calc_modulo		equ	32h		; n, m -> n - m * INT (n / m), INT (n / m)
calc_jump		equ	33h		; offset follows
calc_literal		equ	34h		; packed number follows: pushes it
calc_loop		equ	35h		; offset follows: decrements BREG, jumps unless it is now 0
calc_less_0		equ	36h
calc_greater_0		equ	37h
calc_end		equ	38h
calc_quarters		equ	39h		; angle -> quarter turns, -2 to 2
calc_truncate		equ	3ah
calc_by_b		equ	3bh		; performs the operation whose code is in BREG
calc_to_float		equ	3dh		; converts to floating-point form
calc_square		equ	3eh
calc_double		equ	3fh
calc_series		equ	80h		; + n: n packed numbers follow
calc_half_series	equ	90h		; + n: as calc_series, but half the sum
calc_0			equ	0a0h		; constants
calc_1			equ	0a1h
calc_half		equ	0a2h
calc_half_pi		equ	0a3h
calc_10			equ	0a4h
calc_1_over_ln_2	equ	0a5h
calc_ln_2		equ	0a6h
calc_1_over_2_pi	equ	0a7h		; 1 / (2 * pi)
calc_store		equ	0c0h		; + n: copies the last number to memory n
calc_recall		equ	0e0h		; + n: pushes memory n

;; entry 0028 calculate - calculator; operation codes follow
; RST 28h. In: operation codes after the RST, up to calc_end; B for calc_loop and calc_by_b. Out: HL -> last
; number, DE = STKEND, B = BREG.
calculate:
	jp	calc_enter

;; entry 335B calc_enter - the calculator, as RST 28h
calc_enter:
	ld	a,b
	ld	(sv_breg),a
calc_next:
	pop	hl		; address of the next code
calc_fetch:
	ld	a,(hl)
	inc	hl
	push	hl
	ld	hl,calc_next
	push	hl
; In: A = code of an operation without an operand in the code stream. Performs this one operation and returns.
calc_op:
	add	a,a
	jr	c,calc_wide
	ld	e,a
	ld	d,0
	ld	hl,calc_table
	add	hl,de
	ld	c,(hl)
	inc	hl
	ld	b,(hl)
	push	bc		; the operation's routine, entered by RET
	rrca			; A = code again
	ld	de,(sv_stkend)
	ld	hl,-5
	add	hl,de
	cp	calc_add+1
	ret	nc
	cp	calc_subtract
	ret	c
	ld	(sv_stkend),hl
	ex	de,hl
	ld	bc,-10
	add	hl,bc
	ret

calc_wide:
	rrca			; 0ggn nnnn
	ld	c,a
	and	1fh
	ld	b,a
	ld	hl,(sv_mem)
	bit	6,c
	jr	nz,calc_five
	bit	5,c
	jp	z,series
	xor	7		; calc_constants is in reverse order
	ld	hl,calc_constants
calc_five:
	call	calc_index
	bit	5,c
	jr	nz,push_five
	push	hl		; calc_store
	call	last_number
	pop	de
	jr	copy_five

;; entry 33B4 op_copy - push the number at HL
; calc_copy: copies the last number.
op_copy:
; In: HL -> five bytes. Pushes them on the calculator stack. Out: HL past them, DE = STKEND.
push_five:
	ld	de,(sv_stkend)
	call	copy_five
	jp	end_stack_at

;; entry 33C0 copy_five - copy the number at HL to DE
; Copies five bytes from HL to DE and advances both pointers; BC = BC - 5.
copy_five:
	ldi
	ldi
	ldi
	ldi
	ldi
	ret
; HL := HL + 5 * A.
calc_index:
	ld	e,a
	add	a,a
	add	a,a
	add	a,e
	ld	e,a
	ld	d,0
	add	hl,de
	ret

; calc_end: machine code continues after it.
op_end:
	pop	bc		; calc_next
	ld	bc,(sv_stkend+1)	; B = BREG, as it was at the RST
	ret			; to the code after calc_end, with HL and DE as the dispatcher set them

; calc_jump_true: drops the last number and jumps if it is not zero.
op_jump_true:
	ld	(sv_stkend),hl
	call	test_number
	pop	bc
	pop	hl
	jr	nz,calc_take_jump
calc_no_jump:
	inc	hl
	jp	calc_fetch
; calc_loop: decrements BREG and jumps unless it is now zero.
op_loop:
	pop	bc
	pop	hl
	ld	a,(sv_breg)
	dec	a
	ld	(sv_breg),a
	jr	z,calc_no_jump
	jr	calc_take_jump
; calc_jump: jumps. The offset is relative to the address of the offset byte.
op_jump:
	pop	bc
	pop	hl
calc_take_jump:
	ld	e,(hl)
	ld	a,e
	rla
	sbc	a,a
	ld	d,a
	add	hl,de
	jp	calc_fetch


;; routine op_by_b
; calc_by_b: performs the operation whose code was in B at the RST.
op_by_b:
	ld	a,(sv_breg)
	jp	calc_op

;; routine op_drop
; calc_drop: drops the last number. Out: HL -> it, A = its first byte.
op_drop:
	ld	(sv_stkend),hl
	ret

;; routine end_stack_at
; Sets STKEND to DE.
end_stack_at:
	ld	(sv_stkend),de
	ret

;; routine op_literal
; calc_literal: pushes the packed number that follows in the code stream. The upper two bits of its first byte
; are the number of mantissa bytes minus one. The lower six bits are the exponent minus 50h; if they are 0,
; the next byte is the exponent minus 50h. The mantissa bytes follow; missing ones are 0.
op_literal:
	pop	bc
	pop	hl
	ld	de,(sv_stkend)
	call	unpack_literal
	call	end_stack_at
	jp	calc_fetch

;; entry 35BF last_number - address of the last number on the stack
; Out: DE = STKEND, HL = DE - 5, the address of the last number. Changes F.
last_number:
	ld	de,(sv_stkend)
	ld	hl,-5
	add	hl,de
	ret

;; routine unpack_literal
; In: HL -> packed number (see calc_literal), DE -> destination of the five bytes. Out: HL and DE past them.
; Changes A, BC.
unpack_literal:
	ld	a,(hl)
	inc	hl
	ld	c,a
	and	3fh
	jr	nz,unpack_exponent
	ld	a,(hl)
	inc	hl
unpack_exponent:
	add	a,50h
	ld	(de),a
	inc	de
	ld	b,5
	ld	a,c
	rlca
	rlca
	and	3
	inc	a
	ld	c,a
unpack_mantissa:
	dec	b
	ret	z
	xor	a
	dec	c
	inc	c
	jr	z,unpack_store
	ld	a,(hl)
	inc	hl
	dec	c
unpack_store:
	ld	(de),a
	inc	de
	jr	unpack_mantissa

;; routine calc_constants
; calc_0 to calc_1_over_2_pi in reverse order.
calc_constants:
	db	7eh,22h,0f9h,83h,6eh	; 1 / (2 pi)
	db	80h,31h,72h,17h,0f8h	; LN 2
	db	81h,38h,0aah,3bh,29h	; 1 / LN 2
	db	0,0,10,0,0
	db	81h,49h,0fh,0dah,0a2h	; pi / 2
	db	80h,0,0,0,0
	db	0,0,1,0,0
	db	0,0,0,0,0

;; routine op_exchange
; calc_exchange: exchanges the last two numbers.
op_exchange:
	ld	d,h
	ld	e,l
	ld	bc,-5
	add	hl,bc
	ld	b,5
exchange_byte:
	ld	c,(hl)
	ld	a,(de)
	ld	(hl),a
	ld	a,c
	ld	(de),a
	inc	hl
	inc	de
	djnz	exchange_byte
	ret

;; routine calc_table
calc_table:
	dw	op_jump_true,op_exchange,op_drop,op_subtract,op_multiply,op_divide,op_power,op_or
	dw	op_and,op_compare,op_compare,op_compare,op_compare,op_compare,op_compare,op_add
	dw	str_and,str_compare,str_compare,str_compare,str_compare,str_compare,str_compare,str_add
	dw	fn_val_str,fn_usr_str,op_end,op_negate,fn_code,fn_val,fn_len,op_sin
	dw	op_cos,op_tan,op_asn,op_acs,op_atn,op_ln,op_exp,op_int
	dw	op_sqr,op_sgn,op_abs,op_peek,op_in,op_usr,fn_str,fn_chr
	dw	op_not,op_copy,op_modulo,op_jump,op_literal,op_loop,op_less_0,op_greater_0
	dw	op_end,op_quarters,op_truncate,op_by_b,op_end,to_float,op_square,op_double
