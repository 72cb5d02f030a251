; Bytes to and from tape. A block: a pilot tone, two short sync pulses, a flag byte, the bytes, and the exclusive or of
; all of these. Bytes go bit 7 first; a bit is two equal pulses. Lengths in T-states, from edge to edge: pilot 2168
; (8063 pulses before a header, 3223 before data), sync 667 and 735, bit 0 855, bit 1 1710.

;; door 04C2 save_bytes - save bytes to tape
; In: A = flag (below 80h for a header), IX -> bytes, DE = their count. Out: carry, IX one beyond the byte after the
; last, DE = FFFF. Report D if BREAK is pressed. Changes all but IY.
save_bytes:
	di
	ld	hl,tape_end
	push	hl
	push	af
	rla
	ld	hl,8063
	jr	nc,save_header
	ld	hl,3223
save_header:
	ld	c,0ah		; tape output and border: red and cyan
save_pilot:
	ld	b,158
	call	save_pulse
	dec	hl
	ld	a,h
	or	l
	jr	nz,save_pilot
	ex	af,af'		; A' = exclusive or
	ld	b,46
	call	save_pulse
	ld	a,c
	xor	3		; blue and yellow from here on
	ld	c,a
	ld	b,51
	call	save_pulse
	pop	af
save_next:
	call	save_byte
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
	ld	h,57
	jr	nc,save_short
	ld	h,123
save_short:
	ld	b,h
	call	save_pulse
	ld	b,h
	call	save_pulse
	sla	l
	jr	nz,save_bit
	ret
; Waits 13 * B + 57 T-states, call and return included, then changes the tape's output and the border's colour.
save_pulse:
	djnz	save_pulse
	ld	a,row_space
	in	a,(ula_port)
	rra
	jr	nc,tape_end
	ld	a,c
	xor	0fh
	ld	c,a
	out	(ula_port),a
	ret
; The routines for bytes return through here: the border as it was, report D if BREAK is pressed. Keeps the registers.
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

;; door 0556 load_bytes - load bytes from tape
; In: A = flag, IX -> memory, DE = count of bytes, carry to load, no carry to compare. Out: carry if all was as
; expected. Report D if BREAK is pressed. Changes all but IY.
load_bytes:
	di
	ld	hl,tape_end
	push	hl
	jp	load_block

;; room load_block
; One register set: B = flag, then exclusive or, bit 0 of C = load, DE = count. The other: BC = the port, H = what was
; read last, L = samples counted, E = what was written last for the border's stripes.
load_block:
	ld	b,a
	sbc	a,a
	ld	c,a
	exx
	ld	bc,100h*row_space+ula_port
	ld	e,0ah
load_lost:
	in	a,(c)
	rra
	ret	nc
	ld	d,0
load_pilot:			; 256 pulses of about the right length
	ld	l,0
	call	load_edge
	jr	nc,load_lost
	ld	a,l
	sub	25
	cp	50
	jr	nc,load_lost
	inc	d
	jr	nz,load_pilot
load_sync:
	ld	l,0
	call	load_edge
	jr	nc,load_lost
	ld	a,l
	cp	25
	jr	nc,load_sync
	call	load_edge
	ret	nc
	ld	e,9
	call	load_byte
	ret	nc
	ld	h,a
	ld	a,d
	or	e
	ld	a,h
	jr	z,load_none
	cp	b
	jr	nz,load_wrong
load_next:
	ld	b,a
	ld	a,d
	or	e
	jr	z,load_last
	call	load_alternate
	ret	nc
	bit	0,c
	jr	z,load_compare
	ld	(ix+0),a
	jr	load_good
load_compare:
	cp	(ix+0)
	jr	nz,load_wrong
load_good:
	inc	ix
	dec	de
	xor	b
	jr	load_next
load_last:
	call	load_alternate
	ret	nc
	cp	b
	scf
	ret	z
load_wrong:
	or	a
	ret
load_none:			; count 0: the first byte is the check byte
	cp	1
	ret

;; room load_byte
; Out: A = the next byte from the tape and carry, or no carry. Both leave with the other register set selected.
load_alternate:
	exx
load_byte:
	ld	d,1
load_bit:
	ld	l,0
	call	load_edge
	jr	nc,load_failed
	call	load_edge
	jr	nc,load_failed
	ld	a,48		; samples of both pulses: about 30 for 0, 66 for 1
	cp	l
	rl	d
	jr	nc,load_bit
load_failed:
	ld	a,d
	exx
	ret
; Waits for an edge. Out: carry; no carry if BREAK is pressed or L, which counts samples (47 T-states each), has become
; 0.
load_edge:
	inc	l
	ret	z
	in	a,(c)
	xor	h
	bit	6,a
	jr	z,load_edge
	xor	h
	ld	h,a
	ld	a,e
	xor	7
	ld	e,a
	out	(ula_port),a
	ld	a,h
	rra
	ret
