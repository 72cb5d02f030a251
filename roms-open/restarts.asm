; RST 10 (print a character), the frame interrupt (FRAMES and keyboard), and entries that only return.

;; entry 0010 print_a - print A
print_a:
	jp	print_out

;; entry 0038 interrupt - interrupt: FRAMES and keyboard; 0052: its RET
; Increments FRAMES and reads the keyboard, once per frame. Keeps all registers; does not need IY. Programs
; tell machines apart by the CALL 02BF at 004A, and call the RET at 0052 to find their own address on the stack.
	push	hl
	push	af
	push	bc
	ld	hl,sv_frames
	inc	(hl)
	jp	nz,interrupt_keys
	inc	hl
	inc	(hl)
	jp	nz,interrupt_keys
	inc	hl
	inc	(hl)
interrupt_keys:
	push	de
	call	keyboard	; 004A
	pop	de
	pop	bc
	pop	af
	pop	hl
	ei
	ret			; 0052

;; entry 007C return_007c - a RET, as at 0091, 0555, 096F, 1792 and 1FFB
; Programs call these to find their own address on the stack, or as no-ops. Entries whose input is not known
; also return at once, which does the least harm.
	ret
;; entry 0091 return_0091 - a RET
	ret
;; entry 096F return_096f - a RET; as the output routine of a channel: prints nothing
	ret
;; entry 0555 return_0555 - a RET
	ret
;; entry 1792 return_1792 - a RET
	ret
;; entry 1FFB return_1ffb - a RET
	ret
;; entry 0A29 return_0a29 - a RET
	ret
;; entry 0AFB return_0afb - a RET
	ret
;; entry 0E93 return_0e93 - a RET
	ret
;; entry 18B6 return_18b6 - a RET
	ret
;; entry 192A return_192a - a RET
	ret
;; entry 1A2E return_1a2e - a RET
	ret
;; entry 1B44 return_1b44 - a RET
	ret
;; entry 1B5F return_1b5f - a RET
	ret
;; entry 1E52 return_1e52 - a RET
	ret
;; entry 205C return_205c - a RET
	ret
;; entry 1607 return_1607 - a RET
	ret
;; entry 340F return_340f - a RET
	ret
;; entry 343C return_343c - a RET
	ret
