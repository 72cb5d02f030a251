; Assignment: finding the target of LET, READ and INPUT and storing its value; FOR variables; DIM.

;; routine assign_target
; Parses the target variable of LET, READ or INPUT. In: CH_ADD at its name. Out: CH_ADD past it; its type in
; bit 6 of FLAGS and FLAGX; at run time, DEST, STRLEN and FLAGX describe the destination: for an existing
; number, DEST points to the byte before it. Errors: C, 2, 3, B.
assign_target:
	rst	get_char
	call	short_name
	ld	de,(sv_ch_add)
	dec	de		; the name, if short_name has parsed it
	jr	c,target_number
	call	parse_name
	bit	5,c
	jr	z,target_not_simple
target_number:
	bit	flags_run,(iy+iy_flags)
	jr	z,target_old
	ld	b,c
	set	7,b
	call	find_name
	jr	nc,target_old
	ex	de,hl
	ld	a,1<<flagx_number|1<<flagx_new
	jr	target_at_hl
target_not_simple:
	bit	7,c
	jr	z,target_string
	call	number_array
	dec	hl
target_old:
	ld	a,1<<flagx_number
target_at_hl:
	ld	(sv_dest),hl
target_done:
	ld	hl,sv_flagx
	ld	b,a
	ld	a,(hl)
	and	low ~(1<<flagx_number|1<<flagx_whole|1<<flagx_new)
	or	b
	ld	(hl),a
	jp	set_type
target_string:
	call	syntax_z
	jr	z,target_syntax
	push	af
	call	find_entry
	jr	c,target_new_string
	pop	af
	call	string_found
	rst	get_char
	jr	target_slices
target_new_string:
	pop	af
	cp	'('
	jp	z,report_2
	ex	de,hl
	ld	a,1<<flagx_new
	jr	target_at_hl
target_syntax:
	call	string_syntax
target_slices:
	cp	'('
	jr	nz,target_whole
	or	a
	call	slice
	jr	target_slices
target_whole:
	xor	a
	bit	flags_run,(iy+iy_flags)
	jr	z,target_done
	call	fetch_string
	ld	(sv_strlen),bc
	ex	de,hl
	or	a
	jr	target_at_hl

;; routine assign
; Evaluates the expression at CH_ADD and assigns its value to the target (see assign_target). Errors: C if the
; types differ.
assign_value:
	call	evaluate
	ld	hl,sv_flags
	ld	a,(sv_flagx)
	xor	(hl)
	bit	flagx_number,a
	jp	nz,report_c
	bit	flags_run,(hl)
	ret	z
; Pops the last value and assigns it to the target. Error: 4.
assign:
	ld	a,(sv_flagx)
	bit	flagx_number,a
	jr	z,assign_string
	and	1<<flagx_new
	ld	de,(sv_dest)
	inc	de
	jp	z,drop_to
; A new number: make room for a name of n characters and 5 bytes, and write the name.
	ld	bc,5		; DE is past the first letter
assign_count:
	inc	c
	call	name_next
	jr	c,assign_count
	call	new_room_in_vars
	ex	de,hl
	ld	de,(sv_dest)	; the name has moved if it is in the edit line
	ld	a,c
	cp	5+1
	jp	nz,store_long
	call	name_next
	ld	(hl),a
	inc	hl
	jp	store_value

assign_string:
	and	1<<flagx_whole|1<<flagx_new
	push	af
	call	fetch_string
	pop	af
	jr	z,assign_fixed
; A simple string: add the new value at the end of the variables area, then remove the old entry.
	push	bc
	push	de
	inc	bc
	inc	bc
	inc	bc
	call	new_room_in_vars
	pop	hl		; source text: make_room has moved it if it was above
	or	a
	sbc	hl,de
	add	hl,de
	jr	c,assign_below
	add	hl,bc
assign_below:
	pop	bc
	push	hl
	call	string_entry
	ld	a,(hl)
	and	1fh
	or	40h
	ld	(de),a
	inc	de
	ld	a,c
	ld	(de),a
	inc	de
	ld	a,b
	ld	(de),a
	inc	de
	pop	hl
	or	c
	jr	z,assign_copied
	ldir
assign_copied:
	call	string_entry
	ret	z
; In: HL -> the entry of a string or an array. Removes it.
remove_entry:
	push	hl
	inc	hl
	ld	c,(hl)
	inc	hl
	ld	b,(hl)
	pop	hl
	inc	bc
	inc	bc
	inc	bc
	jp	reclaim

; Out: NZ and HL -> the entry of an existing string; Z and HL = DEST for a new one.
string_entry:
	ld	hl,(sv_dest)
	bit	flagx_whole,(iy+iy_flagx)
	ret	z
	dec	hl
	dec	hl
	dec	hl
	ret

; Fixed length: truncate the text or pad it with spaces. The text may be part of the same string.
assign_fixed:
	ld	hl,(sv_strlen)
	or	a
	sbc	hl,bc
	jr	nc,assign_spaces
	add	hl,bc
	ld	b,h
	ld	c,l
	ld	hl,0
assign_spaces:
	push	hl
	ld	hl,(sv_dest)
	ex	de,hl		; HL -> text
	ld	a,b
	or	c
	jr	z,assign_pad
	sbc	hl,de
	add	hl,de
	jr	c,assign_backward
	ldir
	jr	assign_pad
assign_backward:
	add	hl,bc
	dec	hl
	ex	de,hl
	add	hl,bc
	push	hl
	dec	hl
	ex	de,hl
	lddr
	pop	de
assign_pad:
	pop	bc
	ld	a,' '
; Fills BC bytes from DE on with A. Changes BC, DE.
pad_bytes:
	inc	b
	inc	c
	jr	pad_test
pad_byte:
	ld	(de),a
	inc	de
pad_test:
	dec	c
	jr	nz,pad_byte
	djnz	pad_byte
	ret

;; entry 2B31 store_named - write the long name at DE and the last number after HL
	inc	hl
store_long:
	call	name_next
	xor	0c0h
store_letter:
	ld	(hl),a
	inc	hl
	call	name_next
	jr	c,store_letter
	dec	hl
	set	7,(hl)
	inc	hl
store_value:
	ex	de,hl
	jp	drop_to

;; routine new_room_in_vars
; Makes room for BC bytes at the end of the variables area. Out: DE -> the first byte. Keeps BC. Error: 4.
new_room_in_vars:
	push	bc
	ld	hl,(sv_e_line)
	dec	hl
	call	make_room
	inc	hl
	ex	de,hl
	pop	bc
	ret

;; routine names_for_loops
; Parses the one-letter name of a number for FOR and NEXT. In: CH_ADD at the name. Out: C = 61-7A, CH_ADD past
; the name. Error: C.
single_name:
	rst	get_char
	call	short_name
	ret	c
	call	parse_name
	ld	a,c
	and	0e0h
	cp	60h
	ret	z
	jp	report_c
; In: C = 61-7A, the name of a number. Out: if found, NC and HL -> its entry; else carry. Keeps C, DE. Ignores
; DEF FN parameters.
find_single:
	ld	b,c
	set	7,b
	jp	find_entry
; Creates a FOR variable and drops its three numbers. In: C = 61-7A; on the calculator stack: initial value,
; limit, step. Out: HL -> the line number in its entry. Error: 4.
for_variable:
	call	find_single
	jr	c,for_new
	bit	7,(hl)
	jr	nz,for_store
	push	hl		; extend a simple number to a FOR variable
	ld	bc,6
	add	hl,bc
	ld	bc,13
	call	make_room
	pop	hl
	set	7,(hl)
	jr	for_store
for_new:
	ld	a,c
	push	af
	ld	bc,19
	call	new_room_in_vars
	pop	af
	ex	de,hl
	or	80h
	ld	(hl),a
for_store:
	inc	hl
	ex	de,hl
	ld	bc,loop_line_at
	call	drop_bytes_to
	ex	de,hl
	ret

;; routine cmd_let
; LET variable = expression
cmd_let:
	call	assign_target
	call	expect
	db	'='
	push	hl		; the depth of the stack: see op_usr
	call	assign_value
	pop	hl
	ret

;; routine cmd_dim
; DIM letter [$] (size {, size}). The sizes are kept on the machine stack.
cmd_dim:
	rst	get_char
	call	parse_name
	bit	5,c
	jp	nz,report_c
	cp	'('
	jp	nz,report_c
	call	syntax_z
	jr	z,dim_sizes
	push	bc		; remove the old array first: as on the original, the sizes cannot refer to it
	ld	b,c
	set	7,b
	call	find_entry
	call	nc,remove_entry
	pop	bc
dim_sizes:
	ld	b,0		; B = number of sizes, C = pattern
	ld	de,5		; DE = total length of the elements
	bit	7,c
	jr	nz,dim_size
	ld	e,1
dim_size:
	push	de
	push	bc
	call	next_number	; not eval_integer, which needs more machine stack
	call	syntax_z
	call	nz,int_to_bc
	ld	h,b
	ld	l,c
	pop	bc
	pop	de
	call	syntax_z
	jr	z,dim_next
	push	hl
	inc	b
	push	bc
	ld	b,h
	ld	c,l
	inc	hl		; the size must be neither 0 nor 65535
	ld	a,h
	or	a
	jr	nz,dim_factor
	ld	a,l
	cp	2
	jp	c,report_3
dim_factor:
	call	index_times
	jp	c,report_4
	ex	de,hl
	pop	bc
dim_next:
	rst	get_char
	cp	','
	jr	z,dim_size
	call	expect
	db	')'
	call	syntax_z
	ret	z
	push	de
	ld	l,b
	ld	h,0
	add	hl,hl
	inc	hl
	inc	hl
	inc	hl
	inc	hl
	add	hl,de		; length of the entry
	jp	c,report_4
	push	bc
	ld	b,h
	ld	c,l
	call	new_room_in_vars
	pop	hl		; H = number of sizes, L = pattern
	ld	a,l
	or	80h
	ld	(de),a
	inc	de
	dec	bc
	dec	bc
	dec	bc
	ld	a,c
	ld	(de),a
	inc	de
	ld	a,b
	ld	(de),a
	inc	de
	ld	a,h
	ld	(de),a
	ld	b,a
	ld	c,l
	ld	l,a
	ld	h,0
	add	hl,hl
	add	hl,de
	ex	de,hl		; DE -> last byte of the sizes
	push	de
	ld	hl,4
	add	hl,sp
dim_write:
	inc	hl
	ld	a,(hl)
	ld	(de),a
	dec	de
	dec	hl
	ld	a,(hl)
	ld	(de),a
	dec	de
	inc	hl
	inc	hl
	djnz	dim_write
	ld	a,c
	pop	de
	pop	bc
	ld	sp,hl
	inc	de
	add	a,a
	sbc	a,a
	cpl
	and	' '		; numbers become 0, characters spaces
	jp	pad_bytes
