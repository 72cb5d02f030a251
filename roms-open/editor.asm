; The line editor for program lines, direct commands and INPUT, and the main loop that accepts the typed line.
; The line starts at S_POSNL on the screen and ends at ECHO_E; K_CUR is the cursor, X_PTR the ? marker.

;; routine main_loop
main_listing:
	call	auto_list
	set	tv_flag_redraw,(iy+iy_tv_flag)	; show the cursor at once
main_line:
	call	clear_edit
	ld	(iy+iy_x_ptr+1),0
	res	flags_letters,(iy+iy_flags)	; the first key is a keyword
main_edit:
	call	lower_channel
	call	editor
	ld	hl,check_line
	call	try
	jr	z,main_checked
	set	flags_run,(iy+iy_flags)
	call	remove_numbers
	set	tv_flag_redraw,(iy+iy_tv_flag)
	jr	main_edit
main_checked:
	set	flags_run,(iy+iy_flags)
	call	edit_number
	ld	a,b
	or	c
	jr	nz,main_store
	rst	get_char
	cp	ctrl_enter
	jr	z,main_listing
	bit	flags2_listing,(iy+iy_flags2)
	call	nz,cls
	call	clear_lower
	ld	b,10		; so that the command does not see ENTER still pressed; at most 0.2 s
main_enter_up:
	xor	a
	in	a,(ula_port)
	cpl
	and	1fh
	jr	z,main_direct
	halt
	djnz	main_enter_up
main_direct:
	ld	a,25		; scroll? appears after as many lines as are on the screen
	sub	(iy+iy_s_posn+1)
	ld	(sv_scr_ct),a
	call	upper_channel
	ld	(iy+iy_nsppc),1
	jp	run_line
main_store:
	ld	(sv_e_ppc),bc
	ld	hl,(sv_ch_add)
	dec	hl
main_store_space:
	inc	hl
	ld	a,(hl)
	cp	' '
	jr	z,main_store_space
	ld	de,0
	cp	ctrl_enter
	jr	z,main_store_go	; only a line number: the line is deleted
	ld	hl,(sv_worksp)
	ld	de,(sv_ch_add)
	scf
	sbc	hl,de
	ex	de,hl
main_store_go:
	call	insert_line
	jp	main_listing

;; entry 12A9 main_loop_12A9 - the main loop: wait for the next line
	jp	main_line

;; entry 12BB main_loop_12BB - the main loop
	jp	main_line

;; entry 16B0 clear_edit_entry - clear edit line, workspace and calculator stack; 16BF: workspace and calculator stack
clear_edit:
	ld	hl,(sv_e_line)
	ld	(sv_k_cur),hl
	ld	(hl),ctrl_enter
	inc	hl
	ld	(hl),area_end
	inc	hl
	ld	(sv_worksp),hl
clear_work:			; 16BF. Changes HL
	ld	hl,(sv_worksp)
	ld	(sv_stkend),hl
	ld	(sv_stkbot),hl
	ret

;; entry 16D6 clear_work_entry - clear workspace and calculator stack, as 16BF
	jp	clear_work

;; entry 16E0 clear_work_door_16E0 - clear workspace and calculator stack, as 16BF
	jp	clear_work

;; entry 1B17 check_line - check the line at E_LINE; 1B1E: a RET
; Checks the syntax of the edit line; an error exits through RST 8.
check_line:
	res	flags_run,(iy+iy_flags)
	jr	check_edited
	db	255
	ret			; 1B1E
check_edited:
	ld	hl,direct_line
	ld	(sv_ppc),hl
	ld	(iy+iy_subppc),0
	call	edit_number
	ld	hl,(sv_ch_add)
	jp	jump_back

;; routine edit_number
; Out: BC = line number at the start of the edit line (0: none), CH_ADD past its digits. Report C above 9999.
edit_number:
	ld	hl,(sv_e_line)
	ld	(sv_ch_add),hl
	rst	get_char
	ld	bc,0
edit_number_digit:
	ld	a,(hl)
	sub	'0'
	cp	10
	jr	nc,edit_number_end
	inc	hl
	ld	(sv_ch_add),hl
	push	hl
	ld	h,b
	ld	l,c
	add	hl,hl
	add	hl,hl
	add	hl,bc
	add	hl,hl
	ld	c,a
	ld	b,0
	add	hl,bc
	ld	b,h
	ld	c,l
	pop	hl
	ld	a,b
	cp	28h
	jr	c,edit_number_digit
	ld	bc,2800h	; too big, and stays too big with more digits
	jr	edit_number_digit
edit_number_end:
	ld	hl,9999
	and	a
	sbc	hl,bc
	jp	c,report_c
	ret

;; routine insert_line
; In: BC = line number, DE = length of its text with ENTER (0: none), CH_ADD = the text, which may move.
; Removes the program line with this number and inserts the new one. Report G.
insert_line:
	push	de
	push	bc
	ld	h,b
	ld	l,c
	call	find_line
	jr	nz,insert_line_gone
	call	next_one
	call	reclaim
insert_line_gone:
	pop	bc
	pop	de
	ld	a,d
	or	e
	ret	z
	push	bc
	push	de
	push	hl
	ld	hl,4
	add	hl,de
	ld	b,h
	ld	c,l
	call	room_left
	jp	c,report_g
	ld	hl,(sv_vars)
	pop	de
	and	a
	sbc	hl,de
	ex	de,hl
	push	de		; 0 if the line is the last one: then VARS points here and must move, too
	push	bc
	call	make_room
	inc	hl
	pop	bc
	pop	de
	ld	a,d
	or	e
	jr	nz,insert_line_fill
	push	hl
	add	hl,bc
	ld	(sv_vars),hl
	pop	hl
insert_line_fill:
	pop	bc
	pop	de
	ld	(hl),d
	inc	hl
	ld	(hl),e
	inc	hl
	ld	(hl),c
	inc	hl
	ld	(hl),b
	inc	hl
	ex	de,hl
	ld	hl,(sv_ch_add)
	ldir
	ret

;; routine remove_numbers
; Removes the hidden numbers from the edited text.
remove_numbers:
	call	edit_start
remove_number:
	ld	a,(hl)
	cp	ctrl_enter
	ret	z
	inc	hl
	cp	ctrl_number
	jr	nz,remove_number
	dec	hl
	ld	bc,6
	call	reclaim
	jr	remove_number

;; routine edit_start
; Out: HL = start of the edited text: in the workspace for INPUT, else at E_LINE.
edit_start:
	ld	hl,(sv_e_line)
	bit	flagx_input,(iy+iy_flagx)
	ret	z
	ld	hl,(sv_worksp)
	ret

;; routine editor
; Edits the text until ENTER is pressed. An error meanwhile (no room, screen full) only sounds the buzzer.
editor:
	call	wait_key
	push	af
	ld	a,(sv_pip)
	ld	hl,200
	call	editor_sound
	pop	af
	cp	ctrl_enter
	ret	z
	cp	ctrl_down	; cursor down: STOP in INPUT LINE
	jr	nz,editor_key
	bit	flagx_line,(iy+iy_flagx)
	jp	nz,report_h
editor_key:
	ld	hl,edit_key
	call	try
	jr	z,editor
	call	lower_channel
	call	buzz
	jr	editor

;; routine buzz
buzz:
	ld	a,(sv_rasp)
	ld	hl,6800
editor_sound:			; A = cycles, HL = period
	ld	d,0
	ld	e,a
	jp	beeper

;; routine edit_key
; Processes a key. In: A = its code.
edit_key:
	ld	(iy+iy_x_ptr+1),0
	set	tv_flag_redraw,(iy+iy_tv_flag)
	cp	ctrl_tab+1
	jr	nc,add_char
	cp	ctrl_ink
	jr	nc,edit_colour
	sub	ctrl_edit
	jp	z,edit_line
	dec	a
	jp	z,edit_left
	dec	a
	jp	z,edit_right
	dec	a
	jp	z,edit_down
	dec	a
	jp	z,edit_up
	dec	a
	ret	nz
	call	edit_left	; DELETE
	ld	hl,(sv_k_cur)
	jp	reclaim
edit_colour:			; a colour code and its operand
	push	af
	call	wait_key
	pop	bc
	push	af
	ld	a,b
	call	add_char
	pop	af
; The output routine of channel R: inserts A at the cursor.
add_char:
	push	af
	ld	hl,(sv_k_cur)
	ld	bc,1
	call	make_room
	pop	af
	ld	(de),a
	inc	de
	ld	(sv_k_cur),de
	ret

;; entry 0F81 channel_insert_entry - output routine of channel R: insert A into the edit line
channel_insert:
	jp	add_char

;; routine edit_left
; Cursor left. Out: BC = number of characters skipped (0 at the start, 2 for a colour code and its operand).
edit_left:
	call	edit_start
	ex	de,hl
	ld	hl,(sv_k_cur)
	ld	bc,0
	and	a
	sbc	hl,de
	ret	z
	add	hl,de		; no carry
	dec	hl
	inc	c
	ld	(sv_k_cur),hl
	sbc	hl,de
	ret	z
	add	hl,de
	dec	hl
	ld	a,(hl)
	and	0f8h
	cp	ctrl_ink
	ret	nz
	inc	c
	ld	(sv_k_cur),hl
	ret
edit_right:
	ld	hl,(sv_k_cur)
	ld	a,(hl)
	cp	ctrl_enter
	ret	z
	and	0f8h
	cp	ctrl_ink
	jr	nz,edit_right_step
	inc	hl
edit_right_step:
	inc	hl
	ld	(sv_k_cur),hl
	ret

;; routine line_or_last
; Called after find_line. Out: HL -> the line found, or the last line if find_line reached the end; A = its
; first byte; NC if the program is empty.
line_or_last:
	ld	a,(hl)
	cp	line_limit
	ret	c
	ex	de,hl
	ld	a,(hl)
	cp	line_limit
	ret

;; routine edit_line
; EDIT: clears the edited text and, except in INPUT, copies the current program line to it.
edit_line:
	call	edit_start
	ld	d,h
	ld	e,l
	ld	a,ctrl_enter
	ld	bc,0
	cpir
	dec	hl
	call	reclaim_range
	ld	(sv_k_cur),hl
	bit	flagx_input,(iy+iy_flagx)
	ret	nz
	ld	hl,(sv_e_ppc)
	call	find_line
	call	line_or_last
	ret	nc
	push	hl
	ld	a,stream_r
	call	open_channel
	pop	hl
	call	line_header
	ld	de,(sv_k_cur)
	push	de
edit_line_char:
	ld	a,(hl)
	inc	hl
	cp	ctrl_enter
	jr	z,edit_line_end
	cp	ctrl_number
	jr	z,edit_line_number
	push	hl
	call	add_char
	pop	hl
	jr	edit_line_char
edit_line_number:
	ld	bc,5
	add	hl,bc
	jr	edit_line_char
edit_line_end:
	pop	hl
	ld	(sv_k_cur),hl
	jp	lower_channel

;; routine edit_copy
; Prints the edited text with its cursor from S_POSNL on, and overwrites the rest of the old text with spaces.
; Out: S_POSNL unchanged, ECHO_E = end of the text. Sounds the buzzer if the text does not fit on the screen.
edit_copy:
	res	tv_flag_redraw,(iy+iy_tv_flag)
	ld	bc,(sv_sposnl)
	push	bc
	call	lower_colours
	ld	hl,edit_print
	call	try
	call	nz,buzz
	ld	hl,(sv_sposnl)
	ld	de,(sv_echo_e)
	ld	(sv_echo_e),hl
edit_copy_space:
	ld	hl,(sv_sposnl)
	scf
	sbc	hl,de
	jr	c,edit_copy_end
	ld	a,' '
	rst	print_a
	jr	edit_copy_space
edit_copy_end:
	pop	bc
	jp	set_position

;; routine edit_print
edit_print:
	call	edit_start
	set	flags_no_space,(iy+iy_flags)	; no space before a keyword at the start
	ld	c,0		; bit 0: in a string, bit 1: L mode (not K)
	bit	flagx_input,(iy+iy_flagx)
	jr	z,edit_print_char
	ld	c,2
edit_print_char:
	ld	de,(sv_x_ptr)
	and	a
	sbc	hl,de
	add	hl,de
	ld	a,'?'
	call	z,print_flashing
	ld	de,(sv_k_cur)
	and	a
	sbc	hl,de
	add	hl,de
	call	z,print_cursor
	ld	a,(hl)
	cp	ctrl_enter
	ret	z
	inc	hl
	ld	b,a
	rst	print_a
	ld	a,b
	bit	flagx_input,(iy+iy_flagx)
	jr	nz,edit_print_char
	cp	'"'
	jr	nz,edit_print_no_quote
	ld	a,c
	xor	1
	or	2
	ld	c,a
	jr	edit_print_char
edit_print_no_quote:
	bit	0,c
	jr	nz,edit_print_char
	cp	':'
	jr	z,edit_print_k
	cp	token_then
	jr	z,edit_print_k
	cp	' '+1		; spaces and digits do not change the mode
	jr	c,edit_print_char
	sub	'0'
	cp	10
	jr	c,edit_print_char
	set	1,c
	jr	edit_print_char
edit_print_k:
	res	1,c
	jr	edit_print_char

;; routine print_cursor
; Prints the cursor. In: C as in edit_print. Sets or resets flags_letters, which selects letters or keywords.
print_cursor:
	res	flags_letters,(iy+iy_flags)
	ld	a,'K'
	bit	1,c
	jr	z,print_cursor_mode
	set	flags_letters,(iy+iy_flags)
	inc	a
	bit	flags2_caps,(iy+iy_flags2)
	jr	z,print_cursor_mode
	ld	a,'C'
print_cursor_mode:
	bit	mode_extended,(iy+iy_mode)
	jr	z,print_cursor_not_e
	ld	a,'E'
print_cursor_not_e:
	bit	mode_graphics,(iy+iy_mode)
	jr	z,print_flashing
	ld	a,'G'
print_flashing:
	push	hl
	ld	hl,sv_attr_t
	set	attr_flash,(hl)
	rst	print_a
	res	attr_flash,(hl)
	pop	hl
	ret
