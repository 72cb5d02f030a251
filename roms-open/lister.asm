; LIST, LLIST and the automatic listing.

;; entry 1A1B print_line_number - print a line number
; Prints BC (0 to 9999) without leading spaces. Changes A, BC, DE, HL.
print_line_number:
	ld	e,0ffh
	jp	print_number_padded

;; entry 1A30 print_and_drop_two - print HL in four places, padded with E; removes two words from the stack
	call	print_hl_padded
	pop	hl
	pop	de
	ret

;; routine print_number_padded
; Prints BC in four columns; E = the character for leading zeros (FF: none).
print_number_padded:
	ld	h,b
	ld	l,c
print_hl_padded:
	ld	bc,-1000
	call	print_digit
	ld	bc,-100
	call	print_digit
	ld	bc,-10
	call	print_digit
	ld	a,l
	jr	print_digit_any
print_digit:
	xor	a
print_digit_count:
	add	hl,bc
	inc	a
	jr	c,print_digit_count
	sbc	hl,bc
	dec	a
	jr	nz,print_digit_any
	ld	a,e		; a zero
	inc	a
	ret	z
	dec	a
	rst	print_a
	ret
print_digit_any:
	ld	e,'0'		; print zeros from now on
	add	a,e
	rst	print_a
	ret

;; routine line_header
; In: HL -> a line. Prints its number in four columns. Out: HL -> its text, BC = its number.
line_header:
	ld	b,(hl)
	inc	hl
	ld	c,(hl)
	inc	hl
	inc	hl
	inc	hl
	push	bc
	push	hl
	ld	e,' '
	call	print_number_padded
	pop	hl
	pop	bc
	ret

;; routine list_line
; In: HL -> a line. Lists it, with > if it is the current one. Out: HL -> the next line.
list_line:
	push	hl
	call	line_header
	push	hl
	ld	hl,(sv_e_ppc)
	and	a
	sbc	hl,bc
	pop	hl
	jr	nz,list_line_char
	ld	a,'>'
	rst	print_a
	set	flags_no_space,(iy+iy_flags)	; no space before a keyword
list_line_char:
	ld	a,(hl)
	inc	hl
	cp	ctrl_number
	jr	z,list_line_number
	cp	ctrl_enter
	jr	z,list_line_end
	rst	print_a
	jr	list_line_char
list_line_end:
	rst	print_a
	pop	hl		; skip the line by its length: a REM may contain any bytes
	call	next_one
	ex	de,hl
	ret
list_line_number:
	ld	bc,5
	add	hl,bc
	jr	list_line_char

;; routine cmd_list
cmd_list:
	ld	a,stream_print
	db	1		; LD BC,nn: skips the next instruction
cmd_llist:
	ld	a,stream_lprint
list_stream:
	call	syntax_z
	call	nz,open_with_colours
	call	stream_item
	jr	z,list_number
	rst	get_char
	cp	','
	jr	z,list_separator
	cp	';'
	jr	z,list_separator
	call	at_end
	jp	nz,report_c
	db	3eh		; LD A,n: skips the RST, as there is no separator
list_separator:
	rst	next_char
list_number:
	call	optional_number
	ld	(sv_e_ppc),bc
	ld	h,b
	ld	l,c
	call	find_line
list_next:
	ld	a,(hl)
	cp	line_limit
	ret	nc
	call	list_line
	call	break_key
	jr	c,list_next
	jp	report_d

;; routine edit_move
; Cursor down and up select the current program line; not in INPUT.
edit_down:
	ld	hl,(sv_e_ppc)
	inc	hl
	call	find_line
	jr	edit_move
edit_up:
	ld	hl,(sv_e_ppc)
	call	find_line
	ex	de,hl
edit_move:
	bit	flagx_input,(iy+iy_flagx)
	ret	nz
	call	line_or_last
	ret	nc
	inc	hl
	ld	l,(hl)
	ld	h,a
	ld	(sv_e_ppc),hl
; Lists the part of the program around the current line in the upper screen. S_TOP, the first line listed,
; changes only if the current line would otherwise be off the screen. Channel K is the current one afterwards.
auto_list:
	ld	(sv_list_sp),sp
	call	cls
	call	upper_channel
	set	flags2_listing,(iy+iy_flags2)	; the next direct command clears the screen first
	set	tv_flag_listing,(iy+iy_tv_flag)
	ld	hl,(sv_e_ppc)
	ld	de,(sv_s_top)
	and	a
	sbc	hl,de
	add	hl,de
	jr	nc,auto_list_top
	ld	(sv_s_top),hl
auto_list_top:
	call	find_line
	push	hl
	ld	hl,(sv_s_top)
	call	find_line
	pop	de
auto_list_near:			; HL = first line to show, DE = current line: advance HL until it is close to DE
	push	hl
	ld	bc,1024		; more bytes than fit on the screen: scrolling does the rest
	add	hl,bc
	sbc	hl,de
	pop	hl
	jr	nc,auto_list_line
	push	de
	call	next_one
	ex	de,hl
	call	set_s_top
	pop	de
	jr	auto_list_near
auto_list_line:
	ld	a,(hl)
	cp	line_limit
	jr	nc,auto_list_end
	push	hl
	ld	d,(hl)
	inc	hl
	ld	e,(hl)
	ld	hl,(sv_e_ppc)
	and	a
	sbc	hl,de
	sbc	a,a
	ld	(sv_breg),a	; FF: this line is after the current line
	pop	hl
	call	list_line
	ld	a,(sv_s_posn+1)
	cp	(iy+iy_df_sz)
	jr	nz,auto_list_line
	ld	a,(sv_breg)	; the screen is full
	or	a
	jr	nz,auto_list_end
	push	hl
	ld	hl,(sv_s_top)
	inc	hl
	call	find_line
	call	set_s_top
	pop	hl
	jr	auto_list_line
auto_list_end:
	res	tv_flag_listing,(iy+iy_tv_flag)
	ld	(iy+iy_list_sp+1),0
	jp	lower_channel
; Called when the listing needs to scroll the screen: scrolls up to the current line; after it, ends the
; listing.
auto_list_scroll:
	ld	a,(sv_breg)
	or	a
	jr	nz,auto_list_stop
	dec	a
	ld	(sv_scr_ct),a
	ret
auto_list_stop:
	ld	hl,(sv_list_sp)
	ld	a,h
	or	a
	ret	z		; no listing is in progress: a program has poked tv_flag_listing
	ld	sp,hl
	jr	auto_list_end

;; routine set_s_top
set_s_top:			; HL -> a line
	ld	b,(hl)
	inc	hl
	ld	c,(hl)
	dec	hl
	ld	(sv_s_top),bc
	ret
