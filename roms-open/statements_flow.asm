; GO TO, GO SUB, RETURN, IF, STOP, CONTINUE, RUN, CLEAR, REM, RANDOMIZE, POKE, OUT, and the drive commands.

;; routine cmd_go_to
cmd_go_to:
	call	int_to_bc
go_to_bc:			; BC = line
	ld	a,b
	cp	high jump_limit
	jp	nc,report_b
	ld	(sv_newppc),bc
	ld	(iy+iy_nsppc),0
	ret

;; routine cmd_go_sub
; The machine stack from ERR_SP up: the address of the error handler, [line lo hi][statement] for each GO SUB,
; and the end marker 00 3E.
cmd_go_sub:
	call	cmd_go_to
	pop	hl
	pop	de
	ld	a,(sv_subppc)
	inc	a
	push	af
	inc	sp		; leave only A on the stack
	ld	bc,(sv_ppc)
	push	bc
	push	de
	ld	(sv_err_sp),sp
	jp	(hl)

;; routine cmd_return
cmd_return:
	ld	hl,(sv_err_sp)
	inc	hl
	inc	hl
	inc	hl
	ld	a,(hl)
	cp	gosub_end
	jp	z,report_7
	pop	hl
	pop	de
	pop	bc
	dec	sp
	pop	af
	push	de
	ld	(sv_err_sp),sp
	ld	(sv_newppc),bc
	ld	(sv_nsppc),a
	jp	(hl)

;; routine cmd_if
cmd_if:
	call	eval_number
	cp	token_then
	jp	nz,report_c
	pop	de		; do not return to statement_done: THEN is the separator
	call	syntax_z
	jp	z,statement_next
	call	drop_number
	call	test_number
	jp	z,line_end
	jp	statement_next

;; routine cmd_stop
cmd_stop:
	rst	error
	db	err_stop

;; routine cmd_rem
cmd_rem:
	pop	hl
	jp	line_end

;; routine cmd_continue
cmd_continue:
	ld	hl,(sv_oldppc)
	ld	(sv_newppc),hl
	ld	a,(sv_osppc)
	ld	(sv_nsppc),a
	ret

;; routine cmd_run
cmd_run:
	call	optional_number
	call	go_to_bc
	ld	bc,0
	call	restore_bc
	ld	b,c		; BC = 0 again
	jr	clear_bc
cmd_clear:
	call	optional_number
clear_bc:			; BC = new RAMTOP or 0
	push	bc
	ld	hl,(sv_e_line)
	dec	hl
	ld	de,(sv_vars)
	call	reclaim_range
	call	cls
	pop	bc
	ld	a,b
	or	c
	jr	z,clear_stack
	ld	hl,(sv_stkend)
	ld	de,clear_room
	add	hl,de
	sbc	hl,bc
	jp	nc,report_m
	ld	hl,(sv_p_ramt)
	and	a
	sbc	hl,bc
	jp	c,report_m
	ld	(sv_ramtop),bc
clear_stack:
	ld	hl,(sv_ramtop)
	ld	(hl),gosub_end
	dec	hl
	pop	de		; where to go on: statement_done, or a program's machine code
	pop	bc		; main_report
	ld	(hl),0
	ld	sp,hl
	push	bc
	ld	(sv_err_sp),sp
	ex	de,hl
	jp	(hl)

;; entry 1EAF clear_entry - CLEAR: BC = the new RAMTOP, or 0
	jp	clear_bc

;; entry 1E7A cmd_out - OUT, operands on the stack; 1E7D: OUT (C),A
cmd_out:
	call	byte_and_address
	out	(c),a
	ret

;; entry 1FC6 return_address - NZ: HL = the return address; Z: return to the caller's caller
	pop	hl
	ret	z
	jp	(hl)

;; routine cmd_randomize
cmd_randomize:
	call	optional_number
	ld	h,b
	ld	l,c
	ld	a,h
	or	l
	jr	nz,randomize_hl
	ld	hl,(sv_frames)
randomize_hl:
	ld	(sv_seed),hl
	ret

;; routine cmd_poke
cmd_poke:
	call	byte_and_address
	ld	(bc),a
	ret

;; routine byte_and_address
; Pops a byte (-255 to 255) and an address or port from the calculator stack. Out: A = byte, BC = address.
byte_and_address:
	call	number_to_byte
	jr	z,byte_positive
	neg
byte_positive:
	push	af
	call	int_to_bc
	pop	af
	ret

;; routine cmd_move
; CAT, FORMAT, MOVE and ERASE need a drive, which a 48K does not have.
cmd_move:
	call	eval_string
	call	expect
	db	','
cmd_format:
cmd_erase:
	call	eval_string
	call	check_end
cmd_cat:
	rst	error
	db	err_invalid_stream
