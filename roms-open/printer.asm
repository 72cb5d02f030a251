; The ZX Printer: the one-line buffer that LPRINT fills, and COPY.
; Port output: bit 7 burns a dot, bit 2 stops the motor, bit 1 slows it down. Port input: bit 6 is 0 if a
; printer is present, bit 7 is 1 when the stylus is at the start of a row, bit 0 is the encoder pulse, one per
; dot.

;; routine printer_pattern
; Copies the eight-byte pattern at DE to the buffer, printing the buffer first if it is full. Changes A, BC,
; DE, HL, AF'.
printer_pattern:
	ld	hl,sv_p_posn
	dec	(hl)
	jr	nz,printer_put
	push	de
	call	copy_buffer
	pop	de
	jr	printer_pattern
printer_put:
	set	flags2_buffer,(iy+iy_flags2)
	ld	hl,sv_pr_cc
	ld	a,(hl)
	inc	(hl)
	ld	l,a
	ld	h,high print_buffer
	ld	a,(sv_p_flag)
	and	1<<p_flag_over|1<<p_flag_inverse
	jp	pattern_special

;; entry 0ECD copy_buffer_entry - print the printer buffer
	jp	copy_buffer

;; entry 0EAC copy_screen_entry - COPY
	jp	copy_screen

;; routine stop_printer
stop_printer:
	ld	a,4
	out	(printer_port),a
	ei
	ret

;; routine printer
; flush_printer: prints the buffer if it holds text. Changes A, BC, DE, HL, AF'.
flush_printer:
	bit	flags2_buffer,(iy+iy_flags2)
	ret	z
; copy_buffer: prints the buffer's eight rows and empties it. Changes A, BC, DE, HL, AF'. Report D on BREAK.
copy_buffer:
	ld	hl,print_buffer
	ld	b,8
copy_row:
	call	print_row
	djnz	copy_row
	jr	copy_done
; COPY and copy_screen: prints the upper 176 rows of the screen and empties the buffer. Changes and reports as
; above.
cmd_copy:
copy_screen:
	ld	hl,display_file
	ld	b,176
copy_screen_row:
	push	hl
	call	print_row
	pop	hl
	inc	h		; the next pixel row
	ld	a,h
	and	7
	jr	nz,copy_screen_next
	ld	a,l
	add	a,32
	ld	l,a
	jr	c,copy_screen_next
	ld	a,h
	sub	8
	ld	h,a
copy_screen_next:
	djnz	copy_screen_row
copy_done:
	call	stop_printer
; clear_buffer: empties the printer buffer and moves the print position to its start. Changes A, BC, HL.
clear_buffer:
	ld	hl,print_buffer
	ld	(sv_pr_cc),hl
	ld	b,l
	xor	a
clear_byte:
	ld	(hl),a
	inc	hl
	djnz	clear_byte
	ld	(iy+iy_p_posn),left_column
	res	flags2_buffer,(iy+iy_flags2)
	ret
copy_break:
	call	stop_printer
	call	clear_buffer
	rst	error
	db	err_break
; Prints one row of 256 dots. In: HL -> the 32 bytes of the row, B = rows left, including this one (the motor
; slows down for the last two). Out: HL after the row. Keeps B. Does nothing if there is no printer.
print_row:
	di
	push	bc
	ld	a,b
	cp	3
	sbc	a,a
	and	2
	out	(printer_port),a
	add	a,a
	ld	d,a		; motor bits, doubled
print_wait:
	call	break_key
	jr	nc,copy_break
	in	a,(printer_port)
	add	a,a
	jp	m,print_absent
	jr	nc,print_wait
	ld	c,32
print_byte:
	ld	e,(hl)
	inc	hl
	ld	b,8
print_dot:
	rl	e
	ld	a,d
	rra
	ex	af,af'
print_tick:
	in	a,(printer_port)
	rra
	jr	nc,print_tick
	ex	af,af'
	out	(printer_port),a
	djnz	print_dot
	dec	c
	jr	nz,print_byte
print_last:
	djnz	print_last	; waits until the last dot is burnt
print_absent:
	pop	bc
	ret
