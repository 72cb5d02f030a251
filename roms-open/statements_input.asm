; INPUT.

;; routine cmd_input
cmd_input:
	ld	a,stream_input
	call	syntax_z
	jr	z,input_first
	ld	bc,answer_room
	call	test_room
	call	open_channel
	res	flags_new_key,(iy+iy_flags)	; an earlier key is no answer
	call	clear_lower
input_first:
	rst	get_char
	call	at_end
	jp	z,report_c
	call	stream_item
	jr	nz,input_after	; a separator must follow
input_item:
	rst	get_char
	call	print_separator
	jr	z,input_item
	rst	get_char
	call	at_end
	jr	z,input_end
	cp	'('
	jr	z,input_brackets
	cp	token_line
	jr	z,input_line
	ld	c,a
	or	20h
	sub	'a'
	cp	26
	ld	a,c
	jr	c,input_variable
	call	print_one
	jr	input_after
input_brackets:
	rst	next_char
input_brackets_item:
	call	print_separator
	jr	z,input_brackets_item
	cp	')'
	jr	z,input_brackets_end
	call	print_one
	call	print_separator
	jr	z,input_brackets_item
input_brackets_end:
	call	expect
	db	')'
	jr	input_after
input_line:
	rst	next_char
	call	assign_target
	bit	flags_number,(iy+iy_flags)
	jp	nz,report_c
	set	flagx_line,(iy+iy_flagx)
	jr	input_value
input_variable:
	call	assign_target
	res	flagx_line,(iy+iy_flagx)
input_value:
	call	syntax_z
	call	nz,input_text
input_after:
	rst	get_char
	call	print_separator
	jr	z,input_item
	call	at_end
	jp	nz,report_c
input_end:
	call	syntax_z
	ret	z
	call	clear_lower
	ld	a,25		; ask scroll? after as many lines as there are above this one
	sub	(iy+iy_s_posn+1)
	ld	(sv_scr_ct),a
	ld	a,stream_print
	jp	open_channel

;; routine input_text
; Lets the user type a value and assigns it. The typed text is in the workspace.
input_text:
	ld	hl,(sv_ch_add)
	push	hl
	call	clear_work
	set	flagx_input,(iy+iy_flagx)
	ld	bc,1
	ld	a,(sv_flagx)
	and	1<<flagx_line|1<<flagx_number
	jr	nz,input_room
	ld	c,3		; a string: two quotes and ENTER
input_room:
	rst	work_space
	ld	(hl),ctrl_enter
	ex	de,hl
	dec	c
	jr	z,input_start
	ld	(hl),'"'
	inc	hl
	ld	(hl),'"'
input_start:
	ld	(sv_k_cur),hl
	ld	hl,(sv_sposnl)
	ld	(sv_echo_e),hl
input_edit:
	set	tv_flag_redraw,(iy+iy_tv_flag)
	call	editor
	ld	hl,(sv_k_cur)	; redraw the text without a cursor
	push	hl
	ld	(iy+iy_k_cur+1),0
	call	edit_copy
	pop	hl
	ld	(sv_k_cur),hl
	ld	hl,(sv_worksp)
	bit	flagx_line,(iy+iy_flagx)
	jr	nz,input_take_line
	ld	(sv_ch_add),hl
	rst	get_char
	cp	token_stop
	jp	z,report_h
	ld	hl,input_check
	call	try
	set	flags_run,(iy+iy_flags)
	jr	z,input_take
	call	remove_numbers
	jr	input_edit
input_take:
	ld	hl,(sv_worksp)
	ld	(sv_ch_add),hl
	rst	get_char
	call	evaluate
	jr	input_assign
input_take_line:
	ex	de,hl
	ld	hl,(sv_stkbot)
	scf
	sbc	hl,de
	ld	b,h
	ld	c,l
	call	stack_string
input_assign:
	ld	a,(sv_flagx)
	and	low ~(1<<flagx_line|1<<flagx_input)
	ld	(sv_flagx),a
	pop	hl
	ld	(sv_ch_add),hl
	ld	bc,(sv_echo_e)
	call	set_position
	call	assign
	jp	clear_work

;; routine input_check
; Checks that the typed text is one expression of the target's type.
input_check:
	res	flags_run,(iy+iy_flags)
	rst	get_char
	call	evaluate
	cp	ctrl_enter
	jp	nz,report_c
	ld	a,(sv_flags)
	xor	(iy+iy_flagx)
	and	1<<flags_number
	ret	z
	jp	report_c
