; Printing to the screen and the printer buffer: characters, control codes, tokens, positions, scrolling,
; clearing.
; Positions have the format of S_POSN: line 24 is the top line, column 33 the leftmost column. Column 1 is
; past the last column: a new line starts only when another character is printed. In the lower screen, line 24
; is the top line of the lower screen.

;; const
left_column		equ	33
; Number of unrolled LDIs and stores in copy_block and fill_row. 8 would cost 16 bytes and make CLS and
; scrolling a tenth faster.
screen_unroll		equ	4

;; entry 09F4 channel_print_entry - output routine of channels K, S and P: print A
channel_print:
	jp	screen_out

;; entry 0B24 print_char_entry - print the character A, as 09F4
	jp	screen_out

;; routine screen_out
; Output routine of channels K, S and P. In: A = code. Changes A, BC, DE, HL, AF'.
screen_out:
	cp	char_block
	jr	nc,screen_high
	cp	' '
	jp	c,screen_control
	ld	hl,sv_flags
	res	flags_no_space,(hl)	; the next token needs its leading space ...
	jr	nz,screen_glyph
	set	flags_no_space,(hl)	; ... but not after a space
screen_glyph:
	ld	h,0
	ld	de,(sv_chars)
screen_pattern:			; DE -> patterns of eight bytes, H = 0, A = number of the pattern
	ld	l,a
	add	hl,hl
	add	hl,hl
	add	hl,hl
	add	hl,de
	ex	de,hl
print_pattern:			; DE -> the eight bytes of the pattern
	ld	hl,sv_flags
	bit	flags_printer,(hl)
	jp	nz,printer_pattern
	inc	l		; to TV_FLAG
	bit	tv_flag_lower,(hl)
	ld	hl,sv_s_posn
	jr	z,pattern_upper
	ld	l,low sv_sposnl
pattern_upper:
	ld	a,(hl)
	dec	a
	and	31
	call	z,line_edge	; column 33 or 1: a new line or scrolling may be needed
	dec	(hl)
	dec	l
	dec	l
	dec	l
	dec	l		; DF_CC or DFCCL
	ld	c,(hl)
	inc	(hl)
	inc	l
	ld	h,(hl)
	ld	l,c
	ld	a,(sv_p_flag)
	and	p_flag_temporary
	jp	nz,pattern_special
	ld	b,4		; the usual case: no OVER, INVERSE or contrast colours
pattern_rows:
	ld	a,(de)
	ld	(hl),a
	inc	de
	inc	h
	ld	a,(de)
	ld	(hl),a
	inc	de
	inc	h
	djnz	pattern_rows
	dec	h
colour_plain:
	ld	a,18h
	and	h
	rrca
	rrca
	rrca
	or	high attributes
	ld	h,a
	ld	bc,(sv_attr_t)	; C = ATTR_T, B = MASK_T
	ld	a,c
	xor	(hl)
	and	b
	xor	c
	ld	(hl),a
	ret

screen_high:
	cp	token_rnd
	jp	nc,print_token
	sub	char_udg
	jr	c,screen_block
	res	flags_no_space,(iy+iy_flags)
	ld	de,(sv_udg)
	ld	h,0
	jr	screen_pattern
screen_block:			; flags_no_space stays as it is
	ld	b,a
	call	block_pattern
	ld	de,sv_membot
	jr	print_pattern

;; entry 0B38 block_pattern_entry - write the pattern of block graphic B to MEMBOT
; In: B = code of a block graphic. Bits 0 and 1 are the upper right and left quarters, bits 2 and 3 the lower
; ones. Changes A, BC, HL.
block_pattern:
	ld	a,b
	ld	hl,sv_membot
	call	block_half
block_half:			; A = bits, shifted out: bit 0 right, bit 1 left
	rra
	ld	c,a
	sbc	a,a
	and	0fh
	ld	b,a
	ld	a,c
	rra
	ld	c,a
	sbc	a,a
	and	0f0h
	or	b
	ld	b,4
block_row:
	ld	(hl),a
	inc	hl
	djnz	block_row
	ld	a,c
	ret

;; routine pattern_special
; Copies the pattern of eight bytes at DE to HL, on the screen with OVER, INVERSE and contrast colours, or in
; the printer buffer. In: A = the bits of P_FLAG for the temporary colours.
pattern_special:
	ld	c,a
	rra
	sbc	a,a
	ld	b,a		; FF: OVER
	ld	a,c
	rra
	rra
	rra
	sbc	a,a
	ld	c,a		; FF: INVERSE
	push	hl
	ld	a,8
special_row:
	ex	af,af'
	ld	a,(hl)
	and	b
	xor	c
	ex	de,hl
	xor	(hl)
	inc	hl
	ex	de,hl
	ld	(hl),a
	bit	flags_printer,(iy+iy_flags)
	jr	z,special_down
	ld	a,l
	add	a,32
	ld	l,a
	dec	h
special_down:
	inc	h
	ex	af,af'
	dec	a
	jr	nz,special_row
	pop	hl
	bit	flags_printer,(iy+iy_flags)
	ret	nz
	jp	colour_cell

;; entry 0BDB colour_cell_entry - set the attribute of the cell at display address HL
; Sets the attribute of the cell at display address HL from ATTR_T, MASK_T, INK 9 and PAPER 9. Out: HL = the
; attribute's address. Changes A, BC.
colour_cell:
	call	colour_plain
	ld	b,(iy+iy_p_flag)
	bit	p_flag_paper_9,b
	jr	z,contrast_ink
	and	0c7h		; PAPER 9: white for dark inks, black for light ones
	bit	2,a
	jr	nz,contrast_ink
	or	38h
contrast_ink:
	bit	p_flag_ink_9,b
	jr	z,contrast_done
	and	0f8h		; INK 9
	bit	5,a
	jr	nz,contrast_done
	or	07h
contrast_done:
	ld	(hl),a
	ret

;; entry 0C55 settle_line_entry - scroll, or report 5, if line B is not on its screen
	jp	settle_line

;; routine line_edge
; Called before a character is printed in the first column or past the last one. In: HL -> line and column
; (S_POSN or SPOSNL). Starts a new line if there is no column left, and scrolls the screen if there is no line
; left. Keeps DE, HL.
line_edge:
	push	de
	push	hl
	ld	c,(hl)
	inc	hl
	ld	b,(hl)
	dec	c
	jr	nz,edge_settle
	ld	c,32
	dec	b
edge_settle:
	inc	c
	call	settle_line
	call	set_position
	pop	hl
	pop	de
	ret

;; routine settle_line
; Makes sure that line B is on its screen; scrolls if it is just below the bottom line. Out: B = the line
; after scrolling. Keeps C. Errors: 5 if it is further below; D if the answer to scroll? is negative.
settle_line:
	bit	tv_flag_lower,(iy+iy_tv_flag)
	jr	nz,settle_lower
	ld	a,b
	cp	(iy+iy_df_sz)
	jr	z,settle_scroll
	ret	nc
	jp	report_5
settle_scroll:
	push	bc
	bit	tv_flag_listing,(iy+iy_tv_flag)
	jr	z,settle_ask
	call	auto_list_scroll
	jr	settle_move
settle_ask:
	dec	(iy+iy_scr_ct)
	call	z,ask_scroll
settle_move:
	ld	a,23
	sub	(iy+iy_df_sz)
	ld	b,a
	xor	a
	call	scroll_region
	pop	bc
	ld	b,(iy+iy_df_sz)
	inc	b
	ret
; The lower screen grows upwards. The upper one scrolls, too, if its print position would be overwritten.
settle_lower:
	ld	a,24
	sub	(iy+iy_df_sz)
	cp	b
	ret	c
	cp	2
	jp	c,report_5
	push	bc
	ld	hl,sv_df_sz
	inc	(hl)
	ld	b,(hl)
	ld	hl,sv_s_posn+1
	ld	a,b
	cp	(hl)
	dec	b
	jr	c,settle_grow
	inc	(hl)
	ld	b,23
settle_grow:
	call	scroll_lines
	pop	bc
	jr	settle_lower

;; routine ask_scroll
; Prints scroll? and waits for a key. Report D after n, SPACE, BREAK or STOP. Restarts SCR_CT. Changes all.
ask_scroll:
	ld	hl,(sv_attr_t)
	push	hl
	ld	a,(sv_p_flag)
	push	af
	ld	hl,(sv_curchl)
	push	hl
	call	lower_channel
	ld	de,ask_message
	call	print_message
	ld	hl,sv_flags
	set	flags_letters,(hl)	; letters, not keywords
	res	flags_new_key,(hl)
ask_wait:
	call	wait_frame
	res	tv_flag_redraw,(iy+iy_tv_flag)	; after CAPS LOCK: there is no edit line to redraw
	call	key_input
	jr	nc,ask_wait
	cp	token_stop
	jr	z,report_d
	or	20h
	cp	'n'
	jr	z,report_d
	cp	' '
	jr	z,report_d
	call	clear_lower
	ld	a,24
	sub	(iy+iy_df_sz)
	ld	(sv_scr_ct),a
	pop	hl
	call	select_channel
	pop	af
	ld	(sv_p_flag),a
	pop	hl
	ld	(sv_attr_t),hl
	ret
report_d:
	rst	error
	db	err_break
ask_message:
	db	"scroll",'?'+80h

;; entry 0B03 load_position_entry - print position of the current channel
; Out: BC = line and column of the current channel (printer: C only), HL = its address.
load_position:
	ld	bc,(sv_p_posn)
	ld	hl,(sv_pr_cc)
	bit	flags_printer,(iy+iy_flags)
	ret	nz
	ld	bc,(sv_sposnl)
	ld	hl,(sv_df_ccl)
	bit	tv_flag_lower,(iy+iy_tv_flag)
	ret	nz
	ld	bc,(sv_s_posn)
	ld	hl,(sv_df_cc)
	ret

;; entry 0DD9 set_position_entry - set the print position
; Sets the print position of the current channel. In: B = line, C = column (printer: C). Out: HL = address.
; Changes A, DE.
set_position:
	ld	a,left_column
	sub	c
	ld	e,a
	ld	d,0
	ld	hl,print_buffer
	bit	flags_printer,(iy+iy_flags)
	jr	nz,position_column
	ld	a,24
	bit	tv_flag_lower,(iy+iy_tv_flag)
	jr	z,position_row
	add	a,a		; row 24 - DF_SZ + 24 - B
	sub	(iy+iy_df_sz)
position_row:
	sub	b
	call	row_of_a
position_column:
	add	hl,de
	jp	store_position

;; entry 0ADC store_position_entry - store the print position BC and address HL of the current channel
store_position:
	bit	flags_printer,(iy+iy_flags)
	jp	nz,position_printer
	bit	tv_flag_lower,(iy+iy_tv_flag)
	jr	z,position_upper
	ld	(sv_df_ccl),hl
	ld	(sv_sposnl),bc
	ret
position_upper:
	ld	(sv_df_cc),hl
	ld	(sv_s_posn),bc
	ret

;; routine position_printer
position_printer:
	ld	(sv_pr_cc),hl
	ld	hl,sv_p_posn
	ld	(hl),c
	ret

;; entry 0E9B row_address_entry - address of line B, 0E9E: of row A
; In: B = line (24 is the top line). Out: HL = address of the first byte of its first pixel row. Changes A.
row_address:
	ld	a,24
	sub	b
	jp	row_of_a

;; routine row_of_a
; In: A = row from the top. Out: HL = address of the first byte of its first pixel row. Changes A.
row_of_a:
	ld	h,a
	rrca
	rrca
	rrca
	and	0e0h
	ld	l,a
	ld	a,h
	and	18h
	or	high display_file
	cp	high attributes	; row 24 and below, from a poked position: must not reach the system variables
	jr	nz,row_of_screen
	ld	a,high (display_file+1000h)
row_of_screen:
	ld	h,a
	ret

;; entry 0E88 attr_entry - attribute address of the cell that ends before HL to DE; 32 * B to BC and HL
	jp	attr_above

;; routine attr_above
; In: HL = display file address past the last pixel row of a cell (800h above its first row in the same
; third), B = number of rows. Out: DE = the cell's attribute address; BC, HL = 32 * B, the number of
; attributes in B rows. Changes A.
attr_above:
	ld	a,h
	rrca
	rrca
	rrca
	dec	a
	or	50h
	ld	d,a
	ld	e,l
	ld	l,b
	ld	h,0
	ld	b,5
attr_rows:
	add	hl,hl
	djnz	attr_rows
	ld	b,h
	ld	c,l
	ret

;; entry 0DFE scroll_entry - scroll the screen; 0E00: its lowest B lines
scroll_all:			; the whole screen
	ld	b,23
scroll_lines:			; 0E00: scrolls the lowest B lines up by one, over the line above them
	ld	a,23
	sub	b
	jp	scroll_region

;; routine scroll_region
; Moves the B character rows below row A (0 is the top row) up by one and clears the last one. Changes all.
scroll_region:
	ld	c,a		; the row to be overwritten
scroll_next:
	ld	a,b
	or	a
	jr	z,scroll_clear
	ld	a,c		; number of rows that are contiguous in memory: up to the end of this third
	and	7
	xor	7
	jr	nz,scroll_third
	inc	a
scroll_third:
	cp	b
	jr	c,scroll_rows
	ld	a,b
scroll_rows:
	push	bc
	push	af
	ld	a,c
	call	row_of_a
	ex	de,hl
	ld	a,c
	inc	a
	call	row_of_a
	pop	af
	push	af
	rrca
	rrca
	rrca
	ld	c,a
	ld	b,0
	push	bc
	push	de
	push	hl
	call	display_to_attr
	ex	de,hl
	call	display_to_attr
	ex	de,hl
	call	copy_block
	pop	hl
	pop	de
	pop	bc
	ld	a,8
scroll_pixels:
	push	bc
	push	de
	push	hl
	call	copy_block
	pop	hl
	pop	de
	pop	bc
	inc	h
	inc	d
	dec	a
	jr	nz,scroll_pixels
	pop	af
	pop	bc
	ld	d,a
	add	a,c
	ld	c,a
	ld	a,b
	sub	d
	ld	b,a
	jr	scroll_next
scroll_clear:
	ld	a,24
	sub	c
	ld	b,a
	call	screen_colour
	ld	a,1
; Clears A rows from line B (24 is the top line) downwards, with attribute E. Changes A, BC, D, HL.
wipe_rows:
	or	a
	ret	z
wipe_row:
	push	af
	call	row_address
	ld	d,0
	ld	c,8
wipe_pixels:
	call	fill_row
	inc	h
	dec	c
	jr	nz,wipe_pixels
	dec	h
	call	display_to_attr
	ld	d,e
	call	fill_row
	pop	af
	dec	b
	dec	a
	jr	nz,wipe_row
	ret
; Fills 32 bytes from HL on with D. Keeps HL. Changes A.
fill_row:
	ld	a,32/screen_unroll
fill_bytes:
	rept	screen_unroll
	ld	(hl),d
	inc	l
	endm
	dec	a
	jr	nz,fill_bytes
	ld	a,l
	sub	32
	ld	l,a
	ret

;; routine display_to_attr
; In: HL = display file address. Out: HL = address of its attribute byte. Changes A.
display_to_attr:
	ld	a,18h
	and	h
	rrca
	rrca
	rrca
	or	high attributes
	ld	h,a
	ret

;; routine copy_block
; Faster LDIR; BC must be a multiple of screen_unroll. Keeps A.
copy_block:
	rept	screen_unroll
	ldi
	endm
	jp	pe,copy_block
	ret

;; routine screen_colour
; Out: E = attribute of an empty line of the current screen: ATTR_P, or BORDCR for the lower one. Changes A.
screen_colour:
	ld	e,(iy+iy_attr_p)
	bit	tv_flag_lower,(iy+iy_tv_flag)
	ret	z
	ld	e,(iy+iy_bordcr)
	ret

;; entry 0E44 clear_lines_entry - clear the lowest B lines
clear_lines:			; the lowest B lines
	call	screen_colour
clear_lines_in:			; with attribute E
	ld	a,b
	jp	wipe_rows

;; entry 0D6B cls_entry - CLS
; CLS: clears both screens, sets COORDS to 0,0, and restores the routines of channels K and S. The channel of
; the upper screen becomes the current one. Changes all.
cmd_cls:
cls:
	call	clear_lower
	ld	a,22
	call	clear_upper
	set	tv_flag_lower,(iy+iy_tv_flag)	; as on the original: output without opening a channel goes to the lower screen
	jp	lower_colours

;; entry 0DAF clear_all_entry - clear the whole screen
; Clears all 24 rows to the permanent colours, moves the print position to the top and restarts the count for
; scroll? prompts. Changes all.
clear_all:
	ld	a,24
clear_upper:			; the upper A rows
	push	af
	ld	hl,0
	ld	(sv_coords),hl
	res	flags2_listing,(iy+iy_flags2)
	call	reset_upper_channel
	pop	af
	ld	b,24
	ld	e,(iy+iy_attr_p)
	call	wipe_rows
	ld	(iy+iy_scr_ct),1
	ld	bc,100h*24+left_column
	jp	set_position

;; routine clear_lower
; Clears the lower screen and resets it to two lines; makes channel K, with its own routines, the current one
; and sets its position to the bottom line.
clear_lower:
	res	tv_flag_clear,(iy+iy_tv_flag)
	call	reset_lower_channel
	ld	hl,sv_df_sz
	ld	b,(hl)
	ld	a,b
	sub	2
	ld	(hl),2
	ld	e,(iy+iy_attr_p)
	call	nc,wipe_rows
	ld	b,2
	call	clear_lines
	ld	bc,100h*23+left_column
	ld	(sv_echo_e),bc
	jp	set_position
