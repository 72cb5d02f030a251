; PRINT and LPRINT with their items, colours (temporary and permanent), BORDER, CLS, PAUSE.

;; routine cmd_print
; PRINT and LPRINT, called at syntax time and at run time.
cmd_print:
	ld	a,stream_print
	db	1		; LD BC,nn: skips the next instruction
cmd_lprint:
	ld	a,stream_lprint
print_to:
	call	syntax_z
	call	nz,open_with_colours
	rst	get_char
	call	at_end
	jr	z,print_newline
print_next:
	call	print_separator
	jr	z,print_after
	call	print_one
	call	print_separator
	jr	nz,print_newline
print_after:			; after a separator: no newline at the end of the statement
	call	at_end
	jr	nz,print_next
	ret
print_newline:			; prints a newline at run time
	ld	a,ctrl_enter
print_running:			; prints A at run time
	call	syntax_z
	ret	z
	rst	print_a
	ret

;; entry 2048 item_end - Z at the end of a PRINT item
; In: A = character. Out: Z if it ends the PRINT items: ) : or ENTER. Keeps all registers.
	cp	')'
	ret	z
; In: A = character. Out: Z if it ends a statement: : or ENTER. Keeps all registers.
at_end:
	cp	':'
	ret	z
	cp	ctrl_enter
	ret

;; routine print_separator
; In: A = character at CH_ADD. Out: if it is a separator (; , or '), Z and A = next character; else NZ, A
; unchanged. At run time, the effect of the separator is printed.
print_separator:
	ld	c,ctrl_comma
	cp	','
	jr	z,separator_print
	ld	c,ctrl_enter
	cp	"'"
	jr	z,separator_print
	cp	';'
	ret	nz
	jr	separator_step
separator_print:
	ld	a,c
	call	print_running
separator_step:
	rst	next_char
	cp	a
	ret

;; routine print_one
; Processes one PRINT item at CH_ADD, at syntax time and at run time. Out: A = next character. Errors: those
; of expressions, B, K, O, 5.
print_one:
	rst	get_char
	call	print_control
	ret	c
	push	hl		; the depth of the stack: see op_usr
	call	evaluate
	pop	hl
	call	syntax_z
	jr	z,print_item_end
	bit	flags_number,(iy+iy_flags)
	jr	nz,print_value
	call	fetch_string
	call	print_string
	jr	print_item_end
print_value:
	call	print_number
print_item_end:
	rst	get_char
	ret

;; routine print_control
; Processes AT, TAB, a colour item or #stream at CH_ADD. In: A = character there. Out: if it is one of these,
; carry and A = next character; else NC, A unchanged.
print_control:
	cp	token_ink
	jr	c,control_position
	cp	token_over+1
	ret	nc
	push	af
	call	next_number
	pop	bc		; B = token
	call	syntax_z
	jr	z,control_done
	call	colour_operand
	jr	control_print
control_position:
	cp	token_at
	jr	nz,control_tab
	rst	next_char
	call	expect_two_numbers
	call	syntax_z
	jr	z,control_done
	call	number_to_byte	; the sign is ignored
	push	af
	call	number_to_byte
	ld	b,a
	ld	a,ctrl_at
	rst	print_a
	ld	a,b
	pop	bc
	ld	c,b
	jr	control_print
control_tab:
	cp	token_tab
	jr	nz,control_stream
	call	next_number
	call	syntax_z
	jr	z,control_done
	call	int_to_bc
	ld	a,ctrl_tab
	rst	print_a
	ld	a,c
	ld	c,b
control_print:			; prints A, then C
	rst	print_a
	ld	a,c
	rst	print_a
control_done:
	rst	get_char
	scf
	ret
control_stream:
	cp	'#'
	jr	z,control_select
	and	a
	ret
control_select:
	call	stream_item
	jr	control_done

;; entry 203C print_string_entry - print BC characters from DE
; Prints BC characters from DE. Changes A, BC, DE.
print_string:
	ld	a,b
	or	c
	ret	z
	ld	a,(de)
	rst	print_a
	inc	de
	dec	bc
	jr	print_string

;; routine colour_items
; Processes the colour items before the coordinates of PLOT, DRAW and CIRCLE, at syntax time and at run time.
; At run time, the temporary colours are set to the permanent ones of the upper screen, but with PAPER, BRIGHT
; and FLASH 8 (only ink is drawn); then the items change them. Out: CH_ADD past the items, A = character
; there. Errors: C, B, K.
colour_items:
	call	syntax_z
	jr	z,colour_next
	call	upper_colours
	ld	a,(sv_mask_t)
	or	0f8h
	ld	(sv_mask_t),a
	res	p_flag_paper_9,(iy+iy_p_flag)
colour_next:
	rst	get_char
	cp	token_ink
	ret	c
	cp	token_over+1
	ret	nc
	push	af
	call	next_number
	pop	bc
	call	syntax_z
	call	nz,token_colour
	rst	get_char
	cp	','
	jr	z,colour_step
	call	expect
	db	';'
	jr	colour_next
colour_step:
	rst	next_char
	jr	colour_next

;; routine cmd_colour
; INK, PAPER, FLASH, BRIGHT, INVERSE, OVER: set permanent colours. In: A = token, value on the calculator
; stack.
cmd_ink:
cmd_paper:
cmd_flash:
cmd_bright:
cmd_inverse:
cmd_over:
	push	af
	call	upper_colours
	pop	bc
	call	token_colour
	jp	keep_colours

;; entry 1CAD keep_colours_entry - set the permanent colours from the temporary ones
; Changes A, B, HL.
keep_colours:
	ld	hl,(sv_attr_t)
	ld	(sv_attr_p),hl
	ld	hl,sv_p_flag
	ld	a,(hl)
	and	p_flag_temporary
	ld	b,a
	add	a,a
	or	b
	ld	(hl),a
	ret

;; entry 2211 set_colour_entry - set a temporary colour: A = control code, D = value
; Our own interpretation: only the purpose of this entry is known. Values of 10 and above are ignored.
	ld	c,a
	ld	a,d
	cp	10
	ret	nc
	ld	a,c
	ld	c,d
	jp	set_colour

;; routine set_colour
; token_colour: as set_colour, for the token in B and the value on the calculator stack.
token_colour:
	call	colour_operand
; set_colour: changes the temporary colours. In: A = control code from ctrl_ink to ctrl_over, C = value.
; Errors: K. Changes A, BC, DE, HL.
set_colour:
	ld	e,c
	sub	ctrl_inverse
	jr	c,colour_attribute
	ld	d,1<<p_flag_inverse	; INVERSE and OVER: 0 or 1, a bit of P_FLAG
	jr	z,colour_flag
	ld	d,1<<p_flag_over
colour_flag:
	ld	a,e
	cp	2
	jp	nc,report_k
	neg
	ld	hl,sv_p_flag
; Copies the bits of A selected by the mask D to (HL). Changes A.
merge_bits:
	xor	(hl)
	and	d
	xor	(hl)
	ld	(hl),a
	ret
colour_attribute:
	add	a,ctrl_inverse-ctrl_flash
	jr	nc,colour_of_ink	; INK, PAPER
	ld	d,1<<attr_flash	; FLASH, BRIGHT: 0, 1, 8
	jr	z,colour_flash
	ld	d,1<<attr_bright
colour_flash:
	ld	a,e
	cp	8
	jr	z,colour_off	; resets the bit while the mask hides it, as on the original
	cp	2
	jp	nc,report_k
	neg
	jr	colour_set
colour_of_ink:
	inc	a
	ld	a,e
	ld	bc,100h*(1<<p_flag_ink_9)+7	; B = bit of P_FLAG for contrast, C = bits of the attribute
	jr	nz,colour_ink
	add	a,a
	add	a,a
	add	a,a
	ld	bc,100h*(1<<p_flag_paper_9)+38h
colour_ink:
	ld	d,c
	ld	c,a		; the colour, shifted to its attribute bits
	ld	a,e
	cp	10
	jp	nc,report_k
	cp	9
	push	de
	push	af
	ld	d,b
	ld	a,0ffh
	jr	z,colour_contrast
	xor	a
colour_contrast:
	ld	hl,sv_p_flag
	call	merge_bits
	pop	af
	pop	de
	jr	z,colour_nine
	ld	a,e
	cp	8
	ld	a,c
	jr	nz,colour_set
colour_eight:
	ld	a,0ffh
	jr	colour_mask
colour_nine:			; black or white in contrast to the other colour, which counts as light if it contains green; mask as for 8
	ld	a,(sv_attr_t)
	bit	0,d
	jr	nz,colour_against
	add	a,a
	add	a,a
	add	a,a
colour_against:
	and	20h
	sub	1
	sbc	a,a
	jr	colour_under
colour_off:
	xor	a
colour_under:
	ld	hl,sv_attr_t
	call	merge_bits
	jr	colour_eight
colour_set:
	ld	hl,sv_attr_t
	call	merge_bits
	xor	a
colour_mask:
	ld	hl,sv_mask_t
	jr	merge_bits

;; routine colour_operand
; In: B = token INK to OVER. Out: C = value popped from the calculator stack, A = control code. Error: B.
colour_operand:
	push	bc
	call	int_to_a
	pop	bc
	ld	c,a
	ld	a,b
	sub	token_ink-ctrl_ink
	ret

;; routine open_with_colours
; As open_channel, which sets the temporary colours for K and S; for the printer, also sets the permanent
; INVERSE and OVER.
open_with_colours:
	call	open_channel
	bit	flags_printer,(iy+iy_flags)
	ret	z
	jp	upper_colours

;; entry 0D4D channel_colours_entry - set the temporary colours from the permanent ones
	jp	channel_colours

;; routine channel_colours
; Sets the temporary colours. lower_colours: to those of the lower screen (BORDCR); upper_colours: to the
; permanent ones; channel_colours: according to the current channel. Changes A, D, HL.
channel_colours:
	bit	tv_flag_lower,(iy+iy_tv_flag)
	jr	z,upper_colours
lower_colours:
	ld	hl,(sv_bordcr)
	xor	a
	ld	h,a
	jr	temporary_colours
upper_colours:
	ld	a,(sv_p_flag)
	rrca
	ld	hl,(sv_attr_p)
temporary_colours:		; L = attribute, H = mask, A = bits of P_FLAG
	ld	(sv_attr_t),hl
	ld	hl,sv_p_flag
	ld	d,p_flag_temporary
	jp	merge_bits

;; entry 2294 cmd_border - BORDER, operand on the stack; 2297, 229B: colour in A
; BORDER: the colour is on the calculator stack.
cmd_border:
	call	int_to_a
	jp	set_border
	nop
	jp	set_border	; 229B

;; routine set_border
; set_border: sets the border and the paper of the lower screen to colour A, with white or black ink. Report K
; if A is not a colour. Changes A.
set_border:
	cp	8
	jp	nc,report_k
	out	(ula_port),a
	add	a,a
	add	a,a
	add	a,a
	bit	5,a
	jr	nz,border_set
	or	7
border_set:
	ld	(sv_bordcr),a
	ret

;; entry 1F3A cmd_pause - PAUSE, operand on the stack; 1F3D: pause of BC frames
cmd_pause:
	call	int_to_bc
; pause_bc: waits for BC frames or until a key is pressed; 0 waits for a key. Changes A, BC.
pause_bc:
	halt
	bit	flags_new_key,(iy+iy_flags)
	jr	nz,pause_end
	ld	a,b
	or	c
	jr	z,pause_bc
	dec	bc
	ld	a,b
	or	c
	jr	nz,pause_bc
pause_end:
	res	flags_new_key,(iy+iy_flags)
	ret
