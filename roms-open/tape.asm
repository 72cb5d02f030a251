; Saves and loads bytes on tape. A block is a pilot tone, two short sync pulses, a flag byte, the data bytes,
; and a checksum: the XOR of the flag and data bytes. Bit 7 of a byte comes first; a bit is two equal pulses.
; Pulse lengths in T-states, from edge to edge: pilot 2168 (8063 pulses before a header, 3223 before data),
; sync 667 and 735, 0 bit 855, 1 bit 1710.
; Custom loaders enter in the middle of these routines and load data right up to their stack. So the routines
; do not use BC', DE', I or R, and no more than 4 bytes of stack below their return address.

;; entry 04C2 save_bytes - save bytes to tape; 04C6: the return address is on the stack already
; In: A = flag (below 80h for a header), IX -> bytes, DE = number of bytes. Out: carry, IX one past the byte
; after the last, DE = FFFF. If BREAK is pressed: no carry, and report D from tape_end. Changes all but IY.
save_bytes:
	ld	hl,tape_end
	push	hl
save_bytes_inner:		; 04C6
	di
	cp	80h
	ld	hl,8063
	jr	c,save_header
	ld	hl,3223
save_header:
	ex	af,af'		; A' = flag
	ld	c,0ah		; tape output and border: red and cyan
save_pilot:
	ld	b,158
	call	save_pulse
	ret	nc
	dec	hl
	ld	a,h
	or	l
	jr	nz,save_pilot
	ld	b,45
	call	save_pulse
	ret	nc
	ld	a,c
	xor	3		; blue and yellow from here on
	ld	c,a
	ld	b,51
	call	save_pulse
	ret	nc
	xor	a
	ex	af,af'		; A' = checksum
save_next:
	call	save_byte
	ret	nc
	ld	a,d
	or	e
	jr	z,save_last
	ld	a,(ix+0)
	inc	ix
	dec	de
	jr	save_next
save_last:
	inc	ix		; the flag byte is counted, too: IX ends one further, DE at FFFF
	dec	de
	ex	af,af'
; Out: no carry if BREAK is pressed.
save_byte:
	ld	h,a
	ex	af,af'
	xor	h
	ex	af,af'
	ld	a,h
	scf
	rla
	ld	l,a		; a 1 marks the end
save_bit:
	ld	h,59
	jr	nc,save_short
	ld	h,124
save_short:
	ld	b,h
	call	save_pulse
	ret	nc
	ld	b,h
	call	save_pulse
	ret	nc
	sla	l
	jr	nz,save_bit	; L is 0 when that 1 has moved to the carry
	ret
; Waits 13 * B + 70 T-states, call and return included, then toggles the tape output and the border colour.
; Out: no carry if BREAK is pressed.
save_pulse:
	djnz	save_pulse
	ld	a,c
	xor	0fh
	ld	c,a
	out	(ula_port),a
	ld	a,row_space
	in	a,(ula_port)
	rra
	ret

;; entry 053F tape_end - end of the tape routines: restore border and interrupts, test BREAK
; Restores the border from BORDCR and enables interrupts. Report D if BREAK is pressed. Keeps all registers.
tape_end:
	push	af
	call	border_bits
	out	(ula_port),a
	ld	a,row_space
	in	a,(ula_port)
	rra
	ei
	jp	nc,report_d
	pop	af
	ret

;; entry 0556 load_bytes - load bytes from tape; 055A to 056C: steps of its start; see tape.asm
; In: A = flag, IX -> memory, DE = number of bytes, carry to load, no carry to verify. Out: carry on success;
; IX and DE are updated. Report D if BREAK is pressed. Changes all but IY.
; In the loop: A' = flag, carry' = load; B, C as in load_edge; L = the byte being read, H = XOR of the bytes
; so far.
;
; Custom loaders skip the steps that they do themselves, so each step of the start has a fixed address: 055A
; after saving AF and disabling interrupts, 055C with the loader's own border colour, 0562 with its own return
; address, 0569 with its own sample, 056B after the timeout of an edge, 056C to search for a pilot, 058F to
; search for the sync pulses. Between
; these addresses there is just enough room for what the next step is known to need; NOPs fill the rest. A
; loader that enters at 0563 is in the middle of the IN: its second byte and the RRCA form a CP n, which
; changes only flags, so A must already hold the sample.
; Of the delays only the lengths are fixed, by the tape format: 256 pairs of pulses are a third of a second of
; pilot, longer than any noise, and each limit is halfway between the pulse lengths that it separates.
load_bytes:
	ex	af,af'
	di
	nop
	nop
load_border:			; 055A: with A' and carry' prepared, interrupts disabled
	ld	a,0fh
load_colour:			; 055C: A is output to the ULA port
	out	(ula_port),a
	ld	hl,tape_end
load_return:			; 0561: HL is the return address
	push	hl
load_sample:			; 0562: the return address is on the stack; 0563: bit 5 of A is the sample
	in	a,(ula_port)
	rrca
	and	20h
	or	2		; red and cyan
load_level:			; 0569: A = the sample in bit 5 and the border's colour
	ld	c,a
	xor	a
load_lost:			; 056B: no pilot; Z: search for it again
	ret	nz
load_begin:			; 056C
	ld	h,0
load_pilot:			; 256 pairs of pulses, each pair longer than a 1 bit
	ld	b,0
	call	load_two_edges
	jr	nc,load_lost
	ld	a,41		; passes for both edges: about 57 in a pilot, 43 in a pilot of 0.82 times the length, 40 in a 1 bit
	cp	b
	jr	nc,load_begin
	inc	h
	jr	nz,load_pilot
	jr	load_sync
load_store:
	ld	(ix+0),l
	ex	af,af'
	inc	ix
	dec	de
	jr	load_next

;; entry 058F load_sync - search for the sync pulses of a block
load_sync:
	ld	b,0
	call	load_edge
	jr	nc,load_lost
	ld	a,b
	cp	15		; passes: about 28 in a pilot pulse, 3 in a sync pulse
	jr	nc,load_sync
	ld	h,0
	call	load_edge
	ret	nc
	ld	a,c
	xor	3		; blue and yellow
	ld	c,a
	call	load_byte
	ret	nc
	ld	a,d
	or	e
	jr	z,load_checked	; count 0: the first byte is the checksum
	ex	af,af'
	ld	b,a
	ex	af,af'
	ld	a,b
	xor	l
	ret	nz
load_next:
	call	load_byte
	ret	nc
	ld	a,d
	or	e
	jr	z,load_checked
	ex	af,af'
	jr	c,load_store
	ld	a,(ix+0)
	xor	l
	ret	nz		; if it is equal, storing it does no harm
	jr	load_store
; Out: carry, L = the next byte, H = H XOR L; no carry on a timeout or BREAK.
load_byte:
	ld	l,1
load_bit:
	ld	b,0
	call	load_edge
	call	c,load_edge	; not load_two_edges, which uses more stack
	ret	nc
	ld	a,26		; passes for both edges: about 12 in a 0 bit, 41 in a 1 bit
	cp	b
	rl	l
	jr	nc,load_bit
	ld	a,h
	xor	l
	ld	h,a
	scf
	ret

;; entry 05DF load_checked - end of a block: carry if H is 0; 05E0: carry if A is 0
load_checked:
	ld	a,h
	cp	1
	ret

;; entry 05E3 load_two_edges - wait for two edges of the tape signal; 05E7: for one
; In: B = passes counted so far, C = signal level (bit 5) and border colour (bits 0-2). Out: carry, C
; inverted, its colour output to the border; or no carry and Z if B has reached 0 (timeout), NZ if BREAK is
; pressed. Changes A, B, C. 358 T-states before the first pass, 59 per pass.
load_two_edges:
	call	load_edge
	ret	nc
load_edge:			; 05E7
	nop
	ld	a,-22
load_delay:
	inc	a
	jr	nz,load_delay
load_pass:			; 05ED
	ld	a,row_space
	in	a,(ula_port)
	inc	b
	jr	z,load_time_over
	rrca
	ret	nc
	xor	c
	and	20h
	jp	z,load_pass
	ld	a,c
	cpl
	ld	c,a
	or	0f8h
	add	a,10h		; speaker and tape output at rest; carry
	out	(ula_port),a
	ret
load_time_over:
	xor	a
	ret
