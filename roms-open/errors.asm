; Error reports.

;; const
; Values of ERR_NR: the index of the report in report_texts, minus 1.
err_ok			equ	0ffh		; 0
err_next_without_for	equ	0		; 1
err_variable_not_found	equ	1		; 2
err_subscript_wrong	equ	2		; 3
err_out_of_memory	equ	3		; 4
err_out_of_screen	equ	4		; 5
err_number_too_big	equ	5		; 6
err_return_without_gosub	equ	6	; 7
err_end_of_file		equ	7		; 8
err_stop		equ	8		; 9
err_invalid_argument	equ	9		; A
err_integer_out_of_range	equ	10	; B
err_nonsense		equ	11		; C
err_break		equ	12		; D
err_out_of_data		equ	13		; E
err_invalid_file_name	equ	14		; F
err_no_room_for_line	equ	15		; G
err_stop_in_input	equ	16		; H
err_for_without_next	equ	17		; I
err_invalid_device	equ	18		; J
err_invalid_colour	equ	19		; K
err_break_into_program	equ	20		; L
err_ramtop_no_good	equ	21		; M
err_statement_lost	equ	22		; N
err_invalid_stream	equ	23		; O
err_fn_without_def	equ	24		; P
err_parameter		equ	25		; Q
err_tape_loading	equ	26		; R

;; entry 0008 error - error report, code follows
; rst error / db err_...: saves CH_ADD in X_PTR and continues at the handler that ERR_SP points to.
error:
	jp	error_1

;; routine error_1
error_1:
	pop	hl
	ld	a,(hl)
	ld	(sv_err_nr),a
	ld	hl,(sv_ch_add)
	ld	(sv_x_ptr),hl
	ld	sp,(sv_err_sp)
	ld	hl,(sv_stkbot)
	ld	(sv_stkend),hl
	ld	hl,sv_membot
	ld	(sv_mem),hl
	ret

;; entry 0C86 report_5_entry - report 5
report_5:
	rst	error
	db	err_out_of_screen

; Reports, for conditional jumps, as in: jp c,report_b. Each is a routine of its own, so that they fill small gaps.
; report_4, _b, _c, _d, _o and _r are at the end of a routine.

;; routine report_1
report_1:
	rst	error
	db	err_next_without_for

;; routine report_2
report_2:
	rst	error
	db	err_variable_not_found

;; routine report_3
report_3:
	rst	error
	db	err_subscript_wrong

;; routine report_6
report_6:
	rst	error
	db	err_number_too_big

;; routine report_7
report_7:
	rst	error
	db	err_return_without_gosub

;; routine report_a
report_a:
	rst	error
	db	err_invalid_argument

;; routine report_e
report_e:
	rst	error
	db	err_out_of_data

;; routine report_f
report_f:
	rst	error
	db	err_invalid_file_name

;; routine report_g
report_g:
	rst	error
	db	err_no_room_for_line

;; routine report_h
report_h:
	rst	error
	db	err_stop_in_input

;; routine report_i
report_i:
	rst	error
	db	err_for_without_next

;; routine report_k
report_k:
	rst	error
	db	err_invalid_colour

;; routine report_l
report_l:
	rst	error
	db	err_break_into_program

;; routine report_m
report_m:
	rst	error
	db	err_ramtop_no_good

;; routine report_n
report_n:
	rst	error
	db	err_statement_lost

;; routine report_q
report_q:
	rst	error
	db	err_parameter

;; routine report_ok
report_ok:
	rst	error
	db	err_ok

;; routine try
; Calls the routine at HL, passing A and BC, and catches its errors. Out: Z: no error; NZ: an error, its
; number is in ERR_NR.
try:
	ld	de,(sv_err_sp)
	push	de
	ld	de,try_end
	push	de
	ld	(sv_err_sp),sp
	ld	de,try_fine
	push	de
	jp	(hl)
try_fine:
	ld	(iy+iy_err_nr),err_ok
	pop	de
try_end:
	pop	hl
	ld	(sv_err_sp),hl
	ld	a,(sv_err_nr)
	inc	a
	ret

;; entry 1300 main_report_entry - 1303: print the report of ERR NR, then edit the next line
; The original's address of this handler. Programs that trap errors push it or jump to it, and blocks loaded
; over the stack contain it. This ROM itself pushes 1304, and no CALL precedes 1303, so that snapshots of another
; ROM can be told from ours.
	ds	3
	nop			; 1303
; Entered after an error, STOP, BREAK and the end of the program: prints the report, then edits the next line.
main_report:
	ei
	ld	iy,iy_base
	ld	hl,main_report
	push	hl
	ld	(sv_err_sp),sp
	halt			; the interrupt reads the keyboard, so that BREAK does not become a key of the next line
	res	flags_new_key,(iy+iy_flags)
	call	flush_printer
	call	note_continue
	ld	hl,0
	ld	(sv_defadd),hl
	ld	(iy+iy_nsppc),no_jump
	ld	(iy+iy_flagx),0
	ld	(iy+iy_mode),0
	call	clear_lower
	set	tv_flag_clear,(iy+iy_tv_flag)
	ld	a,(sv_err_nr)
	inc	a
	push	af
	cp	10
	jr	c,main_report_digit
	add	a,'A'-'0'-10
main_report_digit:
	add	a,'0'
	rst	print_a
	ld	a,' '
	rst	print_a
	pop	af
	ld	de,report_texts
	call	print_text
	ld	a,','
	rst	print_a
	ld	a,' '
	rst	print_a
	ld	bc,(sv_ppc)
	ld	a,b
	cp	high jump_limit
	jr	c,main_report_line
	ld	bc,0		; a direct command
main_report_line:
	call	print_line_number
	ld	a,':'
	rst	print_a
	ld	a,(sv_subppc)
	ld	b,0
	ld	c,a
	call	print_line_number
	jp	main_line

;; routine note_continue
; Stores where CONTINUE resumes: unchanged after OK, at the next statement after STOP and BREAK into program,
; else at the same statement.
note_continue:
	ld	a,(sv_err_nr)
	ld	b,a
	inc	a
	ret	z
	ld	hl,(sv_newppc)
	ld	a,(sv_nsppc)
	bit	7,a
	jr	z,note_continue_at	; a jump was pending
	ld	hl,(sv_ppc)
	ld	a,b
	ld	b,(iy+iy_subppc)
	cp	err_break_into_program
	jr	z,note_continue_next
	cp	err_stop
	jr	nz,note_continue_same
note_continue_next:
	inc	b
note_continue_same:
	ld	a,b
note_continue_at:
	ld	(sv_oldppc),hl
	ld	(sv_osppc),a
	ret
