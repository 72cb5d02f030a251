; The restarts for devices: printing a character, and the interrupt that drives the clock and the keyboard.

;; door 0010 print_a - print A
print_a:
	jp	print_out

;; door 0038 interrupt - interrupt: FRAMES and keyboard
; Every frame: increments FRAMES and reads the keyboard. Keeps all registers; does not need IY.
	push	hl
	push	af
	ld	hl,(sv_frames)
	inc	hl
	ld	(sv_frames),hl
	ld	a,h
	or	l
	jr	nz,interrupt_keys
	ld	hl,sv_frames+2
	inc	(hl)
interrupt_keys:
	push	bc
	push	de
	call	keyboard
	pop	de
	pop	bc
	pop	af
	pop	hl
	ei
	ret
