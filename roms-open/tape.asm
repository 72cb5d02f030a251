; Bytes to and from tape. A block: a pilot tone, two short sync pulses, a flag byte, the bytes, and the exclusive or of
; all of these. Bytes go bit 7 first; a bit is two equal pulses. Lengths in T-states, from edge to edge: pilot 2168
; (8063 pulses before a header, 3223 before data), sync 667 and 735, bit 0 855, bit 1 1710.
; Programs' own loaders enter inside these routines and load right up to their stack: BC', DE', I and R are left alone,
; and no routine here uses more than 4 bytes below the address to which it returns.

;; entry 04C2 save_bytes - save bytes to tape; 04C6: the return address is on the stack already
; In: A = flag (below 80h for a header), IX -> bytes, DE = their count. Out: carry, IX one beyond the byte after the
; last, DE = FFFF. If BREAK is pressed: no carry, and by way of tape_end report D. Changes all but IY.
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
	ex	af,af'		; A' = exclusive or
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
	inc	ix		; the flag byte counts, too: IX ends one further, DE at FFFF
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
	ld	l,a		; ends with a 1
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
	jr	nz,save_bit	; that 1 has become the carry at the end
	ret
; Waits 13 * B + 50 T-states, call and return included, then changes the tape's output and the border's colour.
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

;; entry 053F tape_end - tape routines return through here: border, interrupts, BREAK
; The border as BORDCR has it, interrupts on, report D if BREAK is pressed. Keeps the registers.
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

;; entry 0556 load_bytes - load bytes from tape; 055A to 056C: parts of its start, 05DF, 05E0: its end, see tape.asm
; In: A = flag, IX -> memory, DE = count of bytes, carry to load, no carry to compare. Out: carry if all was as
; expected, IX and DE moved on. Report D if BREAK is pressed. Changes all but IY.
; Meanwhile: A' = flag, carry' = load; B, C as at load_edge; L = the byte that comes, H = the exclusive or of the bytes.
;
; Loaders of programs leave out what they do themselves, so each step of the start has an address of its own, which is given:
; 055A after A and F are kept and interrupts off, 055C with a colour of the loader's, 0562 with its return address, 0569 with its
; sample, 056B as what comes after an edge that did not come, 056C as the search for a pilot. Between these there is room for just
; what the next step is known to need; the NOPs fill what is left. A loader that enters at 0563 is in the middle of the IN:
; its second byte and the RRCA are a comparison there, which changes flags alone, so that A has to have the sample already.
; Of the waits only the lengths are given, which are the format's: 256 pairs of pulses are a third of a second of pilot and more
; than any noise, and the limits are halfway between the pulses that are to be told apart.
load_bytes:
	ex	af,af'
	di
	nop
	nop
load_border:			; 055A: with A' and carry', interrupts off
	ld	a,0fh
load_colour:			; 055C: A is put out
	ld	hl,tape_end
	push	hl
	out	(ula_port),a
load_sample:			; 0562: the return address is on the stack; 0563: bit 5 of A is the sample
	in	a,(ula_port)
	rrca
	and	20h
	or	2		; red and cyan
load_level:			; 0569: A = the sample in bit 5 and the border's colour
	ld	c,a
	xor	a
load_lost:			; 056B: no pilot; Z: look for it again
	ret	nz
load_begin:			; 056C
	ld	h,0
load_pilot:			; 256 pairs of pulses, each longer than the pair of a 1
	ld	b,0
	call	load_two_edges
	jr	nc,load_lost
	ld	a,41		; passes for both: about 57 in a pilot, 43 in one at 0.82 of its length, 40 in a 1
	cp	b
	jr	nc,load_begin
	inc	h
	jr	nz,load_pilot
load_sync:
	ld	b,0
	call	load_edge
	jr	nc,load_lost
	ld	a,b
	cp	15		; about 28 in a pilot, 3 in a sync
	jr	nc,load_sync
	call	load_edge
	ret	nc
	ld	a,c
	xor	3		; blue and yellow
	ld	c,a
	call	load_byte
	ret	nc
	ld	a,d
	or	e
	jr	z,load_checked	; count 0: the first byte is the check byte
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
	ret	nz		; if it is equal, it may be stored as well
load_store:
	ld	(ix+0),l
	ex	af,af'
	inc	ix
	dec	de
	jr	load_next
; Out: L = the next byte, H = H xor L, carry; no carry if it does not come or BREAK is pressed.
load_byte:
	ld	l,1
load_bit:
	ld	b,0
	call	load_edge
	call	c,load_edge	; not load_two_edges, for the stack's sake
	ret	nc
	ld	a,26		; passes for both: about 12 in a 0, 41 in a 1
	cp	b
	rl	l
	jr	nc,load_bit
	ld	a,h
	xor	l
	ld	h,a
	scf
	ret
	ds	05dfh-$,0
load_checked:			; 05DF: carry if H, 05E0: if A, is 0
	ld	a,h
	cp	1
	ret

;; entry 05E3 load_two_edges - wait for two edges of the tape's signal, 05E7: for one
; In: B = passes counted so far, C = the signal's level (bit 5) and the border's colour (bits 0-2). Out: carry, C
; inverted and its colour put out; or no carry, and Z if B has become 0, NZ if BREAK is pressed. Changes A, B, C.
; 358 T-states before the first pass, 59 each pass.
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
