; The beeper, and BEEP.

;; entry 03B5 beeper - beeper: period HL, cycles DE
; In: HL = period, DE = number of cycles - 1. Outputs a square wave of DE + 1 cycles of 8 * HL + 241 T-states
; each (f = 437500 / (HL + 30.125) Hz) with interrupts disabled; enables them at the end. Does not change the
; border or the tape output. Changes AF, BC, DE, HL.
beeper:
	di
	ld	a,l
	rrca
	rrca
	rrca
	and	60h		; bits 6, 5: HL mod 4, in units of 4 T-states
	ld	b,a
	call	border_bits
	or	b
	set	4,a
	srl	h
	rr	l
	srl	h
	rr	l		; the rest, in units of 16 T-states
	inc	h
	inc	l
	inc	d
	inc	e
beep_half:			; 103 T-states + 4 * period; bits 4 and 7 alternate
	out	(ula_port),a
	ld	b,h
	ld	c,l
	bit	5,a
	jr	z,beep_even
	ld	r,a		; 4 T-states more than the jump
beep_even:
	bit	6,a
	jr	z,beep_wait
	ld	(0),a		; 8 T-states more than the jump
beep_wait:
	dec	c
	jr	nz,beep_wait
	dec	c		; 255 more passes; this outer loop adds the time of one
	nop
	djnz	beep_wait
	xor	90h
	jp	m,beep_half
	ld	b,(iy+iy_err_nr)	; delay of 19 T-states
	dec	e
	jr	nz,beep_half
	dec	d
	jr	nz,beep_half
	ei
	ret

;; routine border_bits
; Out: A = the byte for the ULA port: the border's colour, tape output and speaker at rest. Changes only AF.
border_bits:
	ld	a,(sv_bordcr)
	rrca
	rrca
	rrca
	and	7
	or	8
	ret

;; entry 03F8 cmd_beep - BEEP: duration and pitch from the calculator stack
; In: calculator stack: duration in seconds (0-10), pitch in semitones above middle C. The integer part i of
; the pitch gives C * 2^(i/12) Hz, C being the frequency of middle C; the fraction raises the frequency
; linearly, by LN 2 / 12 per semitone. Report B unless -60 <= i < 70 and the duration is below 10.5.
cmd_beep:
	ld	a,60
	call	stack_a
	rst	calculate
	db	calc_add,calc_copy,calc_int,calc_store+4,calc_end	; i + 60
	call	int_to_a
	cp	130
	jp	nc,report_b
	ld	c,83h+5		; push_five subtracts 5; the exponent is 84h in the lowest octave
beep_octave:
	inc	c
	sub	12
	jr	nc,beep_octave
	add	a,a
	add	a,a
	ld	e,a
	ld	d,0ffh
	ld	hl,beep_notes+47	; the byte before a mantissa
	add	hl,de
	call	push_five
	call	last_number
	ld	(hl),c
	rst	calculate
	db	calc_exchange,calc_recall+4,calc_subtract
	db	calc_store+4,calc_not,calc_jump_true
	db	beep_whole-$
	db	calc_recall+4,calc_literal,0ech,6ch,98h,1fh,0f5h	; LN 2 / 12
	db	calc_multiply,calc_1,calc_add,calc_multiply
beep_whole:
	db	calc_store+5,calc_exchange,calc_to_float,calc_end
	ld	b,(hl)
	inc	hl
	ld	c,(hl)
	ld	hl,-8428h	; the first bytes of 10.5
	add	hl,bc
	jp	c,report_b
	rst	calculate
	db	calc_multiply,calc_end
	call	int_to_bc	; cycles
	ld	a,b
	or	c
	ret	z
	dec	bc
	push	bc
	rst	calculate
	db	calc_literal,80h,43h,55h,9fh,80h	; 437500
	db	calc_recall+5,calc_divide
	db	calc_literal,35h,6dh,calc_subtract,calc_int,calc_end	; 29.625, to round 437500 / f - 30.125
	call	int_to_bc
	ld	h,b
	ld	l,c
	pop	de
	jp	beeper

;; routine beep_notes
; Mantissas of C * 2^(n/12), n = 0 to 11, C being the frequency of middle C. All have the same exponent.
beep_notes:
	db	02h,0d0h,12h,86h	; C
	db	0ah,97h,60h,74h	; C#
	db	12h,0d5h,17h,1dh	; D
	db	1bh,90h,41h,01h	; D#
	db	24h,0d0h,53h,0c9h	; E
	db	2eh,9dh,36h,0b0h	; F
	db	38h,0ffh,49h,3eh	; F#
	db	43h,0ffh,6ah,72h	; G
	db	4fh,0a7h,00h,55h	; G#
	db	5ch,00h,00h,00h	; A
	db	69h,14h,0f6h,23h	; A#
	db	76h,0f1h,10h,04h	; B
