; Error reports.

;; door 0008 error - error report, code follows
; rst 8 / db report - 1. Notes where the scan stood, and goes on at the handler that ERR_SP points at.
error:
	jp	error_1

;; room error_1
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

;; room reports
; For conditional jumps: jp c,report_b.
report_1:
	rst	8
	db	0
report_2:
	rst	8
	db	1
report_3:
	rst	8
	db	2
report_4:
	rst	8
	db	3
report_5:
	rst	8
	db	4
report_6:
	rst	8
	db	5
report_7:
	rst	8
	db	6
report_a:
	rst	8
	db	9
report_b:
	rst	8
	db	10
report_c:
	rst	8
	db	11
report_d:
	rst	8
	db	12
report_e:
	rst	8
	db	13
report_f:
	rst	8
	db	14
report_g:
	rst	8
	db	15
report_h:
	rst	8
	db	16
report_i:
	rst	8
	db	17
report_j:
	rst	8
	db	18
report_k:
	rst	8
	db	19
report_l:
	rst	8
	db	20
report_m:
	rst	8
	db	21
report_n:
	rst	8
	db	22
report_o:
	rst	8
	db	23
report_q:
	rst	8
	db	25
report_r:
	rst	8
	db	26
report_ok:
	rst	8
	db	0ffh

;; room try
; Calls HL with its errors caught; A and BC are handed through to it. Out: Z fine; NZ an error, ERR_NR tells which.
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
	ld	(iy+iy_err_nr),0ffh
	pop	de
try_end:
	pop	hl
	ld	(sv_err_sp),hl
	ld	a,(sv_err_nr)
	inc	a
	ret

;; room main_report
; An error, STOP, BREAK or the end of the program comes here: the report, then the next line is typed.
main_report:
	ei
	ld	iy,iy_base
	ld	hl,main_report
	push	hl
	ld	(sv_err_sp),sp
	halt			; the keyboard is read: BREAK is not a key of the next line
	res	flags_new_key,(iy+iy_flags)
	call	flush_printer
	call	note_continue
	ld	hl,0
	ld	(sv_defadd),hl
	ld	(iy+iy_nsppc),0ffh
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
	rst	10h
	ld	a,' '
	rst	10h
	pop	af
	ld	de,report_texts
	call	print_text
	ld	a,','
	rst	10h
	ld	a,' '
	rst	10h
	ld	bc,(sv_ppc)
	ld	a,b
	cp	0f0h
	jr	c,main_report_line
	ld	bc,0		; a direct command
main_report_line:
	call	print_line_number
	ld	a,':'
	rst	10h
	ld	a,(sv_subppc)
	ld	b,0
	ld	c,a
	call	print_line_number
	jp	main_line

;; room note_continue
; Where CONTINUE goes: nowhere new after OK; after STOP and BREAK into program the next statement, else the same again.
note_continue:
	ld	a,(sv_err_nr)
	ld	b,a
	inc	a
	ret	z
	ld	hl,(sv_newppc)
	ld	a,(sv_nsppc)
	bit	7,a
	jr	z,note_continue_at	; a jump was due
	ld	hl,(sv_ppc)
	ld	a,b
	ld	b,(iy+iy_subppc)
	cp	20
	jr	z,note_continue_next
	cp	8
	jr	nz,note_continue_same
note_continue_next:
	inc	b
note_continue_same:
	ld	a,b
note_continue_at:
	ld	(sv_oldppc),hl
	ld	(sv_osppc),a
	ret
