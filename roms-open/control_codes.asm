; Control codes with their operands, and tokens, on channels K, S and P.
; A code with operands replaces the channel's output routine until the last operand has been sent, so operands
; can be sent at any time. TVDATA holds the code and the first operand.

;; routine unprintable
unprintable:
	ld	a,'?'
	jp	screen_out

;; routine screen_control
; In: A = code 0-31.
screen_control:
	cp	ctrl_enter
	jp	z,newline
	cp	ctrl_comma
	jp	z,comma
	cp	ctrl_left
	jp	z,backspace
	cp	ctrl_right	; cursor right does not move
	ret	z
	cp	ctrl_ink
	jp	c,unprintable
	cp	ctrl_tab+1
	jp	nc,unprintable
	ld	(sv_tvdata),a
	cp	ctrl_at
	ld	de,operand_last
	jr	c,control_output
	ld	de,operand_first
control_output:
	jp	set_output
operand_first:
	ld	(sv_tvdata+1),a
	ld	de,operand_last
	jr	control_output
operand_last:
	ld	de,screen_out
	call	set_output
	ld	hl,(sv_tvdata)	; L = code, H = first of two operands
	ld	c,a
	ld	a,l
	cp	ctrl_at
	jp	c,set_colour
	jr	nz,tabulate
	ld	b,h
; AT B,C.
set_cell:
	ld	a,31
	sub	c
	jp	c,report_b
	add	a,2
	ld	c,a
	bit	flags_printer,(iy+iy_flags)
	jr	nz,at_column
	ld	a,22
	sub	b
	jp	c,report_b
	inc	a
	ld	b,a
	bit	tv_flag_lower,(iy+iy_tv_flag)
	jr	nz,at_lower
	cp	(iy+iy_df_sz)
	jp	c,report_5
at_lower:
	inc	b
	call	settle_line
at_column:
	jp	set_position

newline:
	call	load_position
	bit	flags_printer,(iy+iy_flags)
	jp	nz,copy_buffer
	call	settle_line
	dec	b
	ld	c,left_column
	jr	at_column

backspace:
	call	load_position
	inc	c
	ld	a,c
	cp	left_column+1
	jr	nz,at_column
	bit	flags_printer,(iy+iy_flags)
	ret	nz
	ld	a,b
	cp	23		; ignored at the start of the second line, as on the original, and of the first
	ret	nc
	inc	b
	ld	c,2
	jr	at_column

comma:				; to column 0 or 16: 1 to 16 spaces
	call	load_position
	dec	c
	ld	a,c
	and	15
	jr	nz,spaces
	ld	a,16
	jr	spaces
tabulate:			; to column H modulo 32: 0 to 31 spaces
	push	hl
	call	load_position
	pop	af
	add	a,c
	dec	a
	and	31
	ret	z
spaces:
	ld	b,a
next_space:
	push	bc
	ld	a,' '
	call	screen_out
	pop	bc
	djnz	next_space
	ret

;; entry 0A4F newline_entry - a new line
	jp	newline

;; entry 0A80 set_output - make DE the output routine of the current channel
; Out: HL -> the high byte of its address. Keeps A.
set_output:
	ld	hl,(sv_curchl)
	ld	(hl),e
	inc	hl
	ld	(hl),d
	ret

;; entry 0A9B set_cell_entry - set the print position to line B, column C, as AT does
	jp	set_cell

;; routine print_token
; In: A = a token. Keywords from OR on that start with a letter get a leading space unless one was just
; printed. Keywords that end in a letter or $ get a trailing space, except RND, INKEY$ and PI.
print_token:
	push	af
	sub	token_rnd
	ld	de,token_table
	call	find_text
	pop	bc		; B = token
	ld	a,b
	cp	token_or
	jr	c,token_letters
	ld	a,(de)
	cp	'A'
	jr	c,token_letters
	bit	flags_no_space,(iy+iy_flags)
	ld	a,' '
	call	z,token_char
token_letters:
	ld	a,(de)
	and	7fh
	call	token_char
	ld	a,(de)
	inc	de
	add	a,a
	jr	nc,token_letters
	ld	c,a		; the last character, doubled
	ld	a,b
	cp	token_fn
	ret	c
	ld	a,c
	cp	'$'*2
	jr	z,token_space
	cp	'A'*2
	ret	c
token_space:
	ld	a,' '
token_char:
	push	de
	push	bc
	call	screen_out
	pop	bc
	pop	de
	ret
