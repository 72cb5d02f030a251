; The restarts for devices: printing a character, and the interrupt that drives the clock and the keyboard.

;; door 0010 print_a - print A
print_a:
	jp	print_out

;; door 0038 interrupt - interrupt: FRAMES and keyboard
; Every frame: increments FRAMES and reads the keyboard. Keeps all registers; does not need IY.
	push	hl
	push	af
	push	bc
	ld	hl,sv_frames
	inc	(hl)
	jr	nz,interrupt_keys
	inc	hl
	inc	(hl)
	jr	nz,interrupt_keys
	inc	hl
	inc	(hl)
interrupt_keys:
	push	de
	call	keyboard
	pop	de
	pop	bc
	pop	af
	pop	hl
	ei
	ret

;; door 0052 return_0052 - a RET, as at 007C, 0091, 096F, 0A80, 0A9B, 1792 and 1FFB
; Programs call these to find their own address on the stack, or to do nothing. Where it is not known what stands ready
; on entry, doing nothing is the least harm.
	ret
;; door 007C return_007c - a RET
	ret
;; door 0091 return_0091 - a RET
	ret
;; door 096F return_096f - a RET; as the output routine of a channel: prints nothing
	ret
;; door 0A80 return_0a80 - a RET
	ret
;; door 0A9B return_0a9b - a RET
	ret
;; door 1792 return_1792 - a RET
	ret
;; door 1FFB return_1ffb - a RET
	ret
