; READ, DATA, RESTORE.

;; routine cmd_read
; DATADD points to the separator before the next item. CH_ADD is saved in X_PTR, which is adjusted when memory
; moves.
cmd_read:
	call	assign_target
	call	syntax_z
	jr	z,read_more
	ld	hl,(sv_ch_add)
	ld	(sv_x_ptr),hl
	ld	hl,(sv_datadd)
	ld	a,(hl)
	cp	','
	jr	z,read_item
	cp	area_end	; the byte before the program: search from the first line
	jr	z,read_program
; DATADD is inside a line. Find that line: the search needs its length, as the line may contain ENTER
; anywhere.
	ld	de,(sv_prog)
read_line:
	push	de
	pop	ix
	ex	de,hl
	ld	a,(hl)
	cp	line_limit
	jr	nc,read_found	; past the end of the program
	call	next_one
	ld	hl,(sv_datadd)
	and	a
	sbc	hl,de
	jr	nc,read_line
	add	hl,de
	ld	e,token_data
	call	find_token_more
	jr	read_found
read_program:
	inc	hl
	ld	e,token_data
	call	find_token
read_found:
	jp	nc,report_e
	dec	hl
read_item:
	ld	(sv_ch_add),hl
	rst	next_char
	call	assign_value
	ld	hl,(sv_ch_add)
	ld	(sv_datadd),hl
	ld	hl,(sv_x_ptr)
	ld	(sv_ch_add),hl
	ld	(iy+iy_x_ptr+1),0
read_more:
	rst	get_char
	cp	','
	ret	nz
	rst	next_char
	jr	cmd_read

;; routine cmd_data
cmd_data:
	call	syntax_z
	jp	nz,skip_statement
data_item:
	call	evaluate
	cp	','
	ret	nz
	rst	next_char
	jr	data_item

;; routine cmd_restore
cmd_restore:
	call	optional_number
restore_bc:			; BC = line
	call	find_line_bc
	dec	hl
	ld	(sv_datadd),hl
	ret
