; Makes and reclaims room for lines, variables and the workspace, and adjusts all pointers of the memory map.

;; const
line_limit		equ	40h		; the first byte of a line is below this; the byte after the program is not
jump_limit		equ	0f000h		; GO TO accepts line numbers below this
direct_line		equ	-2		; PPC of a direct command: not below jump_limit
no_jump			equ	0ffh		; NSPPC: no jump is pending (bit 7)
area_end		equ	80h		; end marker of the channels, the variables and the edit line; also the byte before the program
stack_room		equ	59		; bytes that an allocation leaves free between STKEND and the machine stack
free_room		equ	64		; bytes between STKEND and the machine stack that do not count as free memory
level_room		equ	28		; bytes that a level of an expression requires in addition to stack_room
answer_room		equ	64		; bytes that INPUT requires in addition to stack_room, so that short answers can be typed
clear_room		equ	60		; bytes that CLEAR requires between STKEND and RAMTOP
gosub_end		equ	3eh		; the byte above the GO SUB stack, at the position of the high byte of a line number

;; routine adjust_pointers
; Adds BC to each of the 14 pointers from VARS to STKEND that is above HL. Changes AF, DE.
adjust_pointers:
	ex	de,hl
	ld	hl,sv_vars
adjust_next:
	ld	a,e
	sub	(hl)
	inc	hl
	ld	a,d
	sbc	a,(hl)
	jr	nc,adjust_kept
	dec	hl
	ld	a,(hl)
	add	a,c
	ld	(hl),a
	inc	hl
	ld	a,(hl)
	adc	a,b
	ld	(hl),a
adjust_kept:
	inc	hl
	ld	a,l
	cp	low (sv_stkend+2)
	jr	nz,adjust_next
	ex	de,hl
	ret

;; entry 1655 make_room - make room for BC bytes at HL
; Inserts BC bytes before the byte at HL. Out: HL = the byte before the new ones, DE = the last new byte.
; Report 4.
make_room:
	call	test_room
	ld	de,(sv_stkend)
	push	de
	call	adjust_pointers
	pop	de
	ex	de,hl
	push	hl
	add	hl,bc
	ex	(sp),hl		; HL = old STKEND, DE = insertion point; new STKEND on the stack
	and	a
	sbc	hl,de
	ld	b,h
	ld	c,l
	add	hl,de
	pop	de
	dec	hl
	dec	de
	ld	a,b
	or	c
	ret	z
	lddr
	ret

;; routine work_space_1
work_space_1:
	call	test_room
	push	bc
	ld	hl,(sv_stkend)
	push	hl
	add	hl,bc
	ld	(sv_stkend),hl
	ld	hl,(sv_stkbot)
	ld	d,h
	ld	e,l		; the first new byte
	add	hl,bc
	ld	(sv_stkbot),hl
	pop	hl
	push	de
	and	a
	sbc	hl,de
	ld	b,h
	ld	c,l		; length of the calculator stack, which moves up
	add	hl,de
	ld	de,(sv_stkend)
	dec	hl
	dec	de
	ld	a,b
	or	c
	jr	z,work_space_none
	lddr
work_space_none:
	pop	de
	pop	bc
	ld	hl,(sv_stkbot)
	dec	hl
	ret

;; entry 1F05 test_room_entry - report 4 unless there is room for BC bytes
; Report 4 unless BC more bytes fit between STKEND and the machine stack. Keeps BC, DE, HL.
test_room:
	call	room_left
	ret	nc
report_4:
	rst	error
	db	err_out_of_memory

;; entry 1F1A free_memory_entry - BC = free bytes, as a negative number
; Out: BC = STKEND + free_room - SP. Changes HL.
	ld	hl,(sv_stkend)
	ld	bc,free_room
	add	hl,bc		; no carry
	sbc	hl,sp
	ld	b,h
	ld	c,l
	ret

;; routine room_left
; Out: carry unless BC more bytes fit and leave stack_room for the machine stack. Keeps BC, DE, HL.
room_left:
	push	hl
	push	de
	ld	hl,(sv_stkend)
	add	hl,bc
	jr	c,room_left_none
	ld	de,stack_room
	add	hl,de
	jr	c,room_left_none
	sbc	hl,sp
	ccf
room_left_none:
	pop	de
	pop	hl
	ret

;; entry 19E5 reclaim_range - reclaim from DE to HL, 19E8: BC bytes at HL
; Removes the bytes from DE up to, but not including, HL. Out: HL = the old DE.
reclaim_range:
	jp	reclaim_from_to
; 19E8 reclaim: removes BC bytes at HL. Keeps HL.
reclaim:
	push	bc
	xor	a
	sub	c
	ld	c,a
	sbc	a,a
	sub	b
	ld	b,a		; BC = - BC
	call	adjust_pointers
	pop	bc
	push	hl
	ld	d,h
	ld	e,l
	add	hl,bc
	push	hl
	ld	hl,(sv_stkend)
	and	a
	sbc	hl,de
	ld	b,h
	ld	c,l
	pop	hl
	jr	z,reclaim_none
	jr	c,reclaim_none	; a caller has lowered STKEND
	ldir
reclaim_none:
	pop	hl
	ret

;; routine reclaim_from_to
reclaim_from_to:
	and	a
	sbc	hl,de
	ld	b,h
	ld	c,l
	ex	de,hl
	jp	reclaim

;; entry 19B8 next_one_entry - DE = end of the line or variable at HL, BC = its length
	jp	next_one

;; routine next_one
; In: HL -> a line of the program or a variable. Out: DE -> the byte after it, BC = its length. Keeps HL.
next_one:
	push	hl
	ld	a,(hl)
	cp	line_limit
	jr	c,next_one_line
	bit	5,a
	jr	z,next_one_sized	; strings and arrays: a length word follows
	add	a,a
	ld	c,5
	jp	p,next_one_name	; the last character of a long name has bit 7 set
	jr	nc,next_one_number
	ld	c,18		; FOR: value, limit, step, line, statement
	jr	next_one_number
next_one_name:
	inc	hl
	bit	7,(hl)
	jr	z,next_one_name
next_one_number:
	ld	b,0
	inc	hl
	jr	next_one_add
next_one_line:
	inc	hl
next_one_sized:
	inc	hl
	ld	c,(hl)
	inc	hl
	ld	b,(hl)
	inc	hl
next_one_add:
	add	hl,bc
	ex	de,hl
	pop	hl
	ld	a,e
	sub	l
	ld	c,a
	ld	a,d
	sbc	a,h
	ld	b,a
	ret
