; SAVE, LOAD, VERIFY, MERGE.
; A header: type, name (10 bytes), length of the data (2), then four bytes: for a program, the autostart line
; (8000h: none) and the length without the variables; for an array or a string, an unused byte and the first
; byte of its entry; for bytes, the start address.

;; const
tape_program		equ	0		; header types
tape_numbers		equ	1
tape_characters		equ	2
tape_bytes		equ	3
header_length		equ	17
flag_header		equ	0		; flag bytes of blocks
flag_data		equ	0ffh
tape_token		equ	sv_strlen	; the statement's token
iy_tape_token		equ	iy_strlen
tape_not_save		equ	2		; bits of the token: reset for SAVE only,
tape_not_merge		equ	1		; apart from SAVE: reset for MERGE only,
tape_not_verify		equ	0		; reset for VERIFY only
tape_type		equ	sv_strlen+1	; the header type that the statement saves or expects
; The calculator memory holds the header and, after it, the two parameters of the statement.
head			equ	sv_membot
head_length		equ	head+11
head_start		equ	head+13
head_program		equ	head+15
want_length		equ	head+17		; length of bytes (0: not given), or address of the array's entry (0: none)
want_start		equ	head+19		; address of bytes (0: not given), autostart line, or pattern of the array

;; routine cmd_save
; In: A = token. Called at syntax time and at run time. At run time, the calculator stack holds the name and
; the values for want_start and want_length.
cmd_save:
cmd_load:
cmd_verify:
cmd_merge:
	ld	(tape_token),a
	call	eval_string
	ld	bc,8000h
	cp	token_data
	jr	z,form_data
	cp	token_screen
	jr	z,form_screen
	cp	token_code
	jr	z,form_code
	cp	token_line
	jr	nz,form_program
	bit	tape_not_save,(iy+iy_tape_token)
	jp	nz,report_c
	call	next_number
	jr	form_line
form_program:
	call	stack_bc
form_line:
	xor	a
	jr	form_type
form_screen:
	rst	next_char
	ld	b,high display_file
	call	stack_bc
	ld	b,1bh
	jr	form_bytes
form_code:
	rst	next_char
	call	at_end
	jr	z,form_code_bare
	call	eval_number
	cp	','
	jr	nz,form_code_start
	call	next_number
	ld	a,tape_bytes
	jr	form_end
form_code_bare:
	ld	b,c
	call	stack_bc
form_code_start:
	bit	tape_not_save,(iy+iy_tape_token)
	jp	z,report_c
	ld	bc,0
form_bytes:
	ld	a,tape_bytes
	jr	form_type
form_data:
	rst	next_char
	call	find_variable
	jr	nc,form_found
	ld	hl,0
form_found:
	bit	5,c
	jp	nz,report_c
	push	hl
	push	bc
	call	expect
	db	'('
	call	expect
	db	')'
	pop	bc
	call	stack_bc
	ld	a,c
	rlca
	rlca
	and	1
	inc	a
	pop	bc
form_type:
	push	af
	call	stack_bc
	pop	af
form_end:
	ld	(tape_type),a
	or	a
	ld	a,(tape_token)
	jr	z,form_whole
	cp	token_merge	; only a program
	jp	z,report_c
form_whole:
	call	check_end
	call	int_to_bc
	ld	(want_length),bc
	call	int_to_bc
	ld	(want_start),bc
	call	fetch_string
	bit	tape_not_save,(iy+iy_tape_token)
	jp	nz,tape_load
; SAVE. In: DE, BC = address and length of the name.
	ld	a,b
	or	a
	jr	nz,save_bad_name
	ld	a,c
	dec	a
	cp	10
save_bad_name:
	jp	nc,report_f
	ld	hl,head
	ld	a,(tape_type)
	ld	(hl),a
	ld	b,10
save_name:
	call	name_letter
	inc	hl
	ld	(hl),a
	djnz	save_name
	ld	hl,(want_start)
	ld	(head_start),hl
	ld	de,(want_length)
	ld	a,(head)
	cp	tape_bytes
	jr	z,save_length
	or	a
	jr	nz,save_array
	ld	hl,(sv_vars)
	call	program_size
	ld	(head_program),hl
	call	whole_size
	ex	de,hl		; HL -> the program, DE = its length with the variables
	jr	save_length
save_array:
	ex	de,hl
	ld	a,h
	or	l
	jp	z,report_2
	ld	a,(hl)
	ld	(head_start+1),a
	inc	hl
	ld	e,(hl)
	inc	hl
	ld	d,(hl)
	inc	hl
save_length:
	ld	(head_length),de
	ld	ix,head
	jp	save_header_and_data

;; entry 0970 save_header_and_data - save a header and, after a pause, its data
; In: IX -> header, HL -> data. Prints the prompt to start the tape and waits for a key first.
save_header_and_data:
	push	hl
	call	clear_lower
	ld	de,tape_texts
	call	print_message
	set	tv_flag_clear,(iy+iy_tv_flag)
	call	wait_key
	ld	de,header_length
	xor	a		; flag_header
	call	save_bytes
	ld	b,50
save_pause:
	halt
	djnz	save_pause
	ld	e,(ix-7)	; data length from the header: save_bytes has advanced IX
	ld	d,(ix-6)
	pop	ix
	ld	a,flag_data
	jp	save_bytes

;; routine program_size
; Out: HL = the length of program and variables, DE = PROG.
whole_size:
	ld	hl,(sv_e_line)
	dec	hl
; In: HL = an address. Out: HL = its offset from PROG, DE = PROG.
program_size:
	ld	de,(sv_prog)
	and	a
	sbc	hl,de
	ret

;; routine name_letter
; In: DE -> the rest of a name, C = its length. Out: A = next character, or a space past the end; DE, C
; updated.
name_letter:
	ld	a,c
	or	a
	ld	a,' '
	ret	z
	dec	c
	ld	a,(de)
	inc	de
	ret

;; entry 0708 load_bytes_of_header - LOAD CODE to HL with the name, type and length of the header at IX
	ld	(want_start),hl
	ld	l,token_load
	ld	h,(ix+0)
	ld	(tape_token),hl	; and the type
	ld	l,(ix+11)
	ld	h,(ix+12)
	ld	(want_length),hl
	push	ix
	pop	de
	inc	de
	ld	bc,10
	jp	tape_load

;; routine tape_load
; LOAD, VERIFY, MERGE: reads headers and prints their types and names until one matches.
; In: DE, BC = address and length of the name.
tape_load:
	ld	a,b
	or	c
	jr	nz,tape_name
	dec	c		; FF: any name matches
tape_name:
	push	de
	push	bc
tape_header:
	ld	ix,head
	ld	de,header_length
	xor	a		; flag_header
	scf
	call	load_bytes
	jr	nc,tape_header
	ld	a,(head)
	cp	tape_bytes+1
	jr	nc,tape_header
	inc	a
	add	a,a
	push	af
	ld	a,stream_s
	call	open_channel
	ld	(iy+iy_scr_ct),0ffh	; no scroll? prompt meanwhile
	pop	af
	ld	de,tape_texts
	call	print_text
	ld	a,(head)
	or	a
	ld	a,tape_text_array
	ld	de,tape_texts
	call	po,print_text	; odd parity: tape_numbers, tape_characters
	pop	bc
	pop	de
	push	de
	push	bc
	ld	hl,head
	ld	b,10
tape_letter:
	inc	hl
	ld	a,c
	inc	a
	jr	z,tape_same
	call	name_letter
	cp	(hl)
	jr	z,tape_same
	ld	(iy+iy_membot),h	; an invalid type, so that the header does not match
tape_same:
	ld	a,(hl)
	rst	print_a
	djnz	tape_letter
	ld	hl,head
	ld	a,(tape_type)
	cp	(hl)
	jr	nz,tape_header
	ld	a,ctrl_enter
	rst	print_a
	ld	a,(hl)
	pop	de
	pop	de
	ld	de,(head_length)
	ld	hl,(want_length)
	or	a
	jr	z,load_program
	cp	tape_bytes
	ld	a,h
	jr	nz,load_array
; In: DE = data length in the header. Parameters that the statement omits are taken from the header.
	or	l
	jr	z,load_start
	sbc	hl,de
	jp	c,report_r
load_start:
	ld	hl,(want_start)
	ld	a,h
	or	l
	jr	nz,tape_block
	ld	hl,(head_start)
	jr	tape_block
; In: HL -> the array's entry, or 0; A = H; DE = data length in the header.
load_array:
	bit	tape_not_verify,(iy+iy_tape_token)
	jr	z,load_array_compare
	or	l
	call	nz,remove_entry
	ld	bc,(head_length)
	push	bc
	inc	bc
	inc	bc
	inc	bc
	call	new_room_in_vars
	ex	de,hl
	ld	de,(want_start)	; the name from the statement, array or string as on tape
	ld	a,(head_start+1)
	and	80h
	or	e
	pop	de
	ld	(hl),a
	inc	hl
	ld	(hl),e
	inc	hl
	ld	(hl),d
	jr	load_array_data
load_array_compare:
	or	l
	jp	z,report_2
	inc	hl
	inc	hl
load_array_data:
	inc	hl
; Loads DE bytes to HL, or verifies them. Report R.
tape_block:
	ld	a,(tape_token)
	rra
	jp	load_data
; In: DE = data length in the header.
load_program:
	bit	tape_not_merge,(iy+iy_tape_token)
	jp	z,merge_program
	bit	tape_not_verify,(iy+iy_tape_token)
	ld	hl,(sv_prog)
	jr	z,tape_block
	call	whole_size
	ex	de,hl
	ld	hl,(head_length)
	sbc	hl,de
	ld	b,h
	ld	c,l
	call	nc,test_room
	call	load_no_program
	ld	bc,(head_length)
	call	make_room
	inc	hl
	push	hl
	ld	bc,(head_program)
	add	hl,bc
	ld	(sv_vars),hl
	pop	hl
	ld	de,(head_length)
	push	hl
	pop	ix
	ld	a,flag_data
	scf
	call	load_bytes
	jr	nc,load_failure
	ld	bc,0
	call	restore_bc
	ld	bc,(head_start)
	ld	a,b
	cp	line_limit
	jp	c,go_to_bc
	jp	report_ok
load_failure:
	call	load_no_program
	jp	report_r
; Removes the program and the variables. Out: HL = PROG.
load_no_program:
	call	whole_size
	ld	b,h
	ld	c,l
	ex	de,hl
	call	reclaim
	ld	(sv_vars),hl
	ret

;; routine merge_program
; Loads the block into the workspace, then inserts its lines and variables one by one. As memory moves,
; addresses are kept in system variables that are adjusted: CH_ADD points into the block, X_PTR holds the old
; CH_ADD.
merge_program:
	ld	b,d
	ld	c,e
	inc	bc
	push	de
	rst	work_space
	ld	(hl),area_end
	ld	hl,(sv_ch_add)
	ld	(sv_x_ptr),hl
	ld	(sv_ch_add),de
	ex	de,hl
	pop	de
	call	tape_block
merge_line:
	ld	hl,(sv_ch_add)
	ld	a,(hl)
	cp	line_limit
	jr	nc,merge_variable
	ld	b,a
	inc	hl
	ld	c,(hl)
	inc	hl
	ld	e,(hl)
	inc	hl
	ld	d,(hl)
	inc	hl
	ld	(sv_ch_add),hl
	push	de
	call	insert_line
	pop	de
	ld	hl,(sv_ch_add)
	add	hl,de
	ld	(sv_ch_add),hl
	jr	merge_line
merge_variable:
	ld	hl,(sv_ch_add)
	ld	a,(hl)
	cp	area_end
	jr	z,merge_end
	ld	hl,(sv_vars)
merge_seek:
	ld	a,(hl)
	cp	area_end
	jr	z,merge_add
	push	hl
	call	merge_compare
	pop	hl
	push	af
	call	next_one
	pop	af
	ex	de,hl
	jr	nz,merge_seek
	ex	de,hl
	call	reclaim
merge_add:
	ld	hl,(sv_ch_add)
	call	next_one
	call	new_room_in_vars
	ld	hl,(sv_ch_add)
	ldir
	ld	(sv_ch_add),hl
	jr	merge_variable
merge_end:
	ld	hl,(sv_x_ptr)
	jp	set_ch_add
; In: HL -> an entry of the variables area. Out: Z if it has the same name as the entry at CH_ADD.
merge_compare:
	ld	de,(sv_ch_add)
	call	merge_kind
	ld	b,a
	ex	de,hl
	call	merge_kind
	cp	b
	ret	nz
	and	0e0h
	xor	0a0h
	jr	z,merge_letter	; a name of several letters
	xor	a
	ret
merge_letter:
	inc	de
	inc	hl
	ld	a,(de)
	cp	(hl)
	ret	nz
	add	a,a
	jr	nc,merge_letter
	cp	a
	ret

;; routine merge_kind
; Out: A = first byte of the entry at HL; numbers count as FOR variables, strings as character arrays.
merge_kind:
	ld	a,(hl)
	bit	6,a
	ret	z
	or	80h
	ret

;; entry 07F4 load_data_entry - load a block of DE data bytes to HL
	scf
load_data:
	push	hl
	pop	ix
	ld	a,flag_data
	jp	load_or_report

;; entry 0802 load_or_report - load a block as LOAD does, or report R
; In: as for load_bytes.
load_or_report:
	call	load_bytes
	ret	c
report_r:
	rst	error
	db	err_tape_loading

;; const
tape_text_array		equ	3

;; entry 09A1 tape_table - texts of the SAVE prompt (0) and the header types; programs find them by their ENTER
	db	0ffh		; 0C0A expects the end of a text here: bit 7 set
tape_texts:
	db	"Start tape, then press any key",'.'+80h
	db	80h
	db	ctrl_enter,"Program:",' '+80h	; 2 * type + 2
	db	"array:",' '+80h
	db	ctrl_enter,"Number",' '+80h
	db	80h
	db	ctrl_enter,"Character",' '+80h
	db	80h
	db	ctrl_enter,"Bytes:",' '+80h
