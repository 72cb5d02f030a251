; The keyboard: scanning, debouncing and auto-repeat (KSTATE), decoding of keys in each mode, and the input of
; channel K. Key number = 39 - row - 8 * bit. Rows 0 (CAPS SHIFT .. V) to 7 (SPACE .. B) are selected by
; address lines A8 to A15; bit 0 is the outermost key. So 27h is CAPS SHIFT, 18h SYMBOL SHIFT, 20h SPACE.

;; const
no_key			equ	0ffh
key_symbol_shift	equ	18h
key_caps_shift		equ	27h

;; entry 028E key_scan_entry - scan the keyboard
	jp	key_scan

;; routine key_scan
; Out: E = number of the pressed key, or no_key; D = the shift key pressed with it, or no_key. Both shifts:
; D = key_caps_shift, E = key_symbol_shift. Z if valid; NZ for any other combination of keys. Changes A, BC,
; HL.
key_scan:
	ld	de,100h*no_key+no_key
	xor	a
	in	a,(ula_port)	; all rows at once
	cpl
	and	31
	ret	z
	ld	bc,100h*row_caps_shift+ula_port
	ld	l,39
scan_row:
	in	a,(c)
	cpl
	and	31
	ld	h,a
	jr	z,scan_next_row
	ld	a,l
scan_bit:
	srl	h
	jr	nc,scan_next_bit
	inc	d
	ret	nz		; a third key
	ld	d,e
	ld	e,a
scan_next_bit:
	sub	8
	inc	h
	dec	h
	jr	nz,scan_bit
scan_next_row:
	dec	l
	rlc	b
	jr	c,scan_row
	ld	a,e
	cp	key_symbol_shift
	ld	a,d
	jr	z,scan_symbol
	cp	e		; no key: both are no_key; one key: E is less
	ret	z
	sub	key_symbol_shift	; SYMBOL SHIFT and M, N or B
	ret	z
	sub	key_caps_shift-key_symbol_shift	; CAPS SHIFT and a key
	ret	z
	cp	no_key-key_caps_shift	; Z for one key, NZ for two without a shift
	ret
scan_symbol:
	cp	key_caps_shift	; both shifts
	ret	z
	inc	a		; SYMBOL SHIFT alone
	ret	z
	ld	e,d
	ld	d,key_symbol_shift
	cp	a
	ret

;; entry 02BF keyboard_entry - read the keyboard, called once per frame
; Called once per frame. KSTATE has two entries of four bytes: main code or no_key, frames until the key
; counts as released, frames until it repeats, decoded code. A new or repeated key stores its code in LAST_K
; and sets flags_new_key. Changes A, BC, DE, HL.
keyboard:
	ld	hl,sv_kstate
keyboard_age:
	ld	a,(hl)
	inc	a
	jr	z,keyboard_other
	inc	l
	dec	(hl)
	dec	hl		; not DEC L: this must not change Z
	jr	nz,keyboard_other
	ld	(hl),no_key
keyboard_other:
	ld	a,l
	xor	4
	ld	l,a
	jr	nz,keyboard_age
	call	key_scan
	ret	nz
	call	key_test
	ret	nc
	ld	e,a
	ld	hl,sv_kstate
	cp	(hl)
	jr	z,keyboard_repeat
	ld	l,4
	cp	(hl)
	jr	z,keyboard_repeat
	ld	a,(hl)
	inc	a
	jr	z,keyboard_new
	ld	l,0
keyboard_new:
	ld	(hl),e
	inc	l
	ld	(hl),5
	inc	l
	ld	a,(sv_repdel)
	ld	(hl),a
	inc	l
	push	hl
	ld	a,(sv_mode)
	ld	c,a
	ld	a,(sv_flags)
	ld	d,a
	call	key_decode
	pop	hl
	ld	(hl),a
keyboard_give:
	ld	hl,sv_last_k
	ld	(hl),a
	ld	l,low sv_flags
	set	flags_new_key,(hl)
	ret
keyboard_repeat:
	inc	l
	ld	(hl),5
	inc	l
	dec	(hl)
	ret	nz
	ld	a,(sv_repper)
	ld	(hl),a
	inc	l
	ld	a,(hl)
	jr	keyboard_give

;; routine key_code
; Reads a key for INKEY$. Out: carry and A = code of the pressed key, as in L mode; NC if there is none.
key_code:
	call	key_scan
	ld	c,0
	jr	z,key_one
	and	a
	ret
key_one:
	call	key_test
	ret	nc
	ld	e,a
	dec	d		; D = FF as FLAGS: L mode
	call	key_decode
	scf
	ret

;; entry 031E key_test - main code of key E with shift D; 0333: decode it
; In: DE from key_scan. Out: B = shift. Carry: D = 0 and A = main code (a capital letter, digit, SPACE, ENTER;
; 0E for both shifts). NC: A = E, no key or a single shift key. With no key pressed, it returns after 33
; T-states. Changes HL.
key_test:
	ld	b,d
	ld	a,e
	ld	h,high key_letters
	cp	key_caps_shift
	ret	nc		; no key, or CAPS SHIFT alone
	cp	key_symbol_shift
	jr	nz,test_letter
	inc	d		; SYMBOL SHIFT alone?
	ret	z
test_letter:
	ld	d,0
	cpl			; 255 - E; the table index is 38 - E. The sum always carries, as the table is in one page
	add	a,low (key_letters+39)
	ld	l,a
	ld	a,(hl)
	ret
; 0333. Decodes a key. In: E, B = main code and shift from key_test; C = MODE (80 to FF count as 0); D = FLAGS
; (flags_letters). Out: A. Changes BC, DE, HL. Besides characters, tokens and the codes 04 to 0F, digits in E
; mode give: 00, 01 FLASH 0, 1; 02, 03 BRIGHT 0, 1; 10..17 INK 0..7; 18..1F PAPER 0..7.
key_decode:
	ld	a,e
	cp	'0'
	ret	c		; SPACE, ENTER, both shifts
	cp	'A'
	jp	nc,decode_letter
	jp	decode_digit

; Main codes in descending order of key number, from 38 (A). The table must be in one page.
key_letters:
	db	"AQ10P",ctrl_enter," ZSW29OL",ctrl_extended,"XDE38IKMCFR47UJNVGT56YHB"

;; routine decode_letter
decode_letter:
	sub	'A'-10
	call	key_record
	jr	z,decode_e
	jr	nc,decode_graphic
	ld	a,b
	cp	key_symbol_shift
	jr	z,decode_first
	bit	flags_letters,d
	ld	a,e
	jr	z,decode_token
	inc	b		; B was no_key: no shift
	ret	nz
	ld	hl,sv_flags2	; not through IY: a program may use IY with interrupts enabled
	bit	flags2_caps,(hl)
	ret	nz
	or	20h
	ret
decode_token:
	add	a,token_new-'A'
	ret
decode_graphic:
	ld	a,e
	add	a,char_udg-'A'
	ret
decode_e:
	inc	hl
	inc	b
	jr	z,decode_first
	inc	hl
decode_first:
	ld	a,(hl)
	ret
decode_digit:
	sub	'0'
	call	key_record
	ld	a,e
	jr	z,digit_e
	jr	nc,digit_graphic
	inc	b
	ret	z
	dec	b
	bit	0,b
	jr	z,decode_first
	inc	hl
	jr	decode_first
digit_e:
	bit	3,b		; set for key_symbol_shift and no_key
	jr	z,digit_colour
	inc	b
	inc	hl
	inc	hl
	jr	nz,decode_first
digit_colour:			; B = 0: no shift; else key_caps_shift
	and	15
	cp	8
	jr	nc,digit_bright
	or	18h
	inc	b
	dec	b
	ret	z
	and	17h
	ret
digit_bright:
	sub	6
	dec	b
	ret	m
	sub	2
	ret
digit_graphic:
	cp	'9'
	inc	hl
	jr	z,decode_first
	cp	'0'
	jr	z,decode_first
	and	7
	or	char_block
	inc	b
	ret	z
	xor	15
	ret
; In: A = record number, C = MODE. Out: HL = address of the record; Z: E mode; NZ and NC: G mode; NZ and
; carry: neither. Changes A.
key_record:
	push	de
	ld	hl,key_codes
	ld	e,a
	ld	d,0
	add	hl,de
	add	hl,de
	add	hl,de
	pop	de
	ld	a,c
	dec	a
	ret	z
	add	a,a		; C may also be FE, left by key_scan: neither mode
	ret

;; routine key_codes
; Three codes per key. 0 to 9: with SYMBOL SHIFT, with CAPS SHIFT, with SYMBOL SHIFT in E mode. A to Z: with
; SYMBOL SHIFT, in E mode without a shift, in E mode with a shift.
key_codes:
	db	'_',ctrl_delete,token_format		; 0
	db	'!',ctrl_edit,token_def_fn		; 1
	db	'@',ctrl_caps_lock,token_fn		; 2
	db	'#',ctrl_true_video,token_line		; 3
	db	'$',ctrl_inv_video,token_open		; 4
	db	'%',ctrl_left,token_close		; 5
	db	'&',ctrl_down,token_move		; 6
	db	"'",ctrl_up,token_erase			; 7
	db	'(',ctrl_right,token_point		; 8
	db	')',ctrl_graphics,token_cat		; 9
	db	token_stop,token_read,'~'		; A
	db	'*',token_bin,token_bright		; B
	db	'?',token_lprint,token_paper		; C
	db	token_step,token_data,'\'		; D
	db	token_greater_equal,token_tan,token_atn	; E
	db	token_to,token_sgn,'{'			; F
	db	token_then,token_abs,'}'		; G
	db	'^',token_sqr,token_circle		; H
	db	token_at,token_code,token_in		; I
	db	'-',token_val,token_val_str		; J
	db	'+',token_len,token_screen		; K
	db	'=',token_usr,token_attr		; L
	db	'.',token_pi,token_inverse		; M
	db	',',token_inkey,token_over		; N
	db	';',token_peek,token_out		; O
	db	'"',token_tab,char_copyright		; P
	db	token_less_equal,token_sin,token_asn	; Q
	db	'<',token_int,token_verify		; R
	db	token_not,token_restore,'|'		; S
	db	'>',token_rnd,token_merge		; T
	db	token_or,token_chr,']'			; U
	db	'/',token_llist,token_flash		; V
	db	token_not_equal,token_cos,token_acs	; W
	db	char_pound,token_exp,token_ink		; X
	db	token_and,token_str,'['			; Y
	db	':',token_ln,token_beep			; Z

;; entry 1F54 break_key_entry - test for BREAK
; Out: no carry if CAPS SHIFT and SPACE are pressed. Changes A.
break_key:
	ld	a,row_space
	in	a,(ula_port)
	rrca
	ret	c
	ld	a,row_caps_shift
	in	a,(ula_port)
	rrca
	ret

;; entry 10A8 key_input_entry - input routine of channel K; tools treat 10A8-1104 as waiting for a key
; Input routine of channel K. Out: carry and A = code; NC and Z if there is no key. CAPS LOCK, GRAPHICS and
; extended mode are handled here. The colour keys of E mode, TRUE VIDEO and INV. VIDEO give two codes: the
; control code, then its operand (kept in K_DATA with bit 7 set). Changes all registers.
key_input:
	ld	hl,sv_k_data
	ld	a,(hl)
	ld	(hl),0
	bit	7,a
	res	7,a
	scf
	ret	nz		; before redrawing the line, which would show a control code without its operand
	bit	tv_flag_redraw,(iy+iy_tv_flag)
	call	nz,edit_copy
	ld	hl,sv_flags
	and	a
	bit	flags_new_key,(hl)
	ret	z
	res	flags_new_key,(hl)
	bit	tv_flag_clear,(iy+iy_tv_flag)
	call	nz,clear_lower
	ld	a,(sv_last_k)
	ld	hl,sv_mode
	cp	' '
	jr	nc,key_given
	cp	ctrl_edit
	jr	c,key_low
	cp	ctrl_extended
	jr	c,key_given
	jr	z,key_mode
	cp	ctrl_graphics
	jr	nz,key_colour
key_mode:			; 0E toggles E mode, 0F toggles G mode
	sub	ctrl_extended-1
	xor	(hl)
	jr	z,key_mode_set
	ld	a,(sv_last_k)
	sub	ctrl_extended-1
key_mode_set:
	ld	(hl),a
key_changed:
	set	tv_flag_redraw,(iy+iy_tv_flag)
	xor	a
	ret
key_low:
	cp	ctrl_caps_lock
	jr	nz,key_pair
	ld	hl,sv_flags2
	ld	a,1<<flags2_caps
	xor	(hl)
	ld	(hl),a
	jr	key_changed
key_pair:			; 00..05: FLASH, BRIGHT, INVERSE 0 or 1
	ld	c,a
	and	1
	srl	c
	ld	b,ctrl_flash
	jr	key_operand
key_colour:			; 10..1F
	ld	c,a
	and	7
	srl	c
	srl	c
	srl	c
	ld	b,ctrl_ink-2
key_operand:
	or	80h
	ld	(sv_k_data),a
	ld	a,c
	add	a,b
key_given:
	dec	(hl)		; E mode lasts for one key
	jr	z,key_done
	inc	(hl)
key_done:
	scf
	ret
