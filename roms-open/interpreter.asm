; The statement loop: checks a typed line (flags_run reset) and runs a program (flags_run set).

;; const
; Upper two bits of a command's address in command_table: how its operands are parsed. 0: by its routine,
; which is called at syntax time and at run time. Otherwise before the routine, which is called at run time
; only.
no_operands		equ	4000h
one_number		equ	8000h
two_operands		equ	0c000h

;; entry 1B76 statement_done - end of a statement; 1B8A, 1B90: run the line at E_LINE
; Every statement routine returns here. Checks for BREAK, then makes a pending jump or continues in the line.
statement_done:
	call	break_key
	jp	nc,report_l
	bit	7,(iy+iy_nsppc)
	jp	z,jump_line
	rst	get_char
	cp	':'
	jr	z,statement_next
	jr	statement_enter
; 1B8A. Runs the line at E_LINE from statement NSPPC on. Returns after the last statement.
	jr	run_line
statement_wrong:
	jp	report_c
	nop
run_line:			; 1B90
	ld	hl,direct_line
	jp	jump_to
statement_enter:
	cp	ctrl_enter
	jr	nz,statement_wrong
line_end:
	call	syntax_z
	ret	z		; the line is correct
	ld	hl,(sv_nxtlin)
line_run:
	call	line_setup
; The statement after the separator at CH_ADD.
statement_next:
	inc	(iy+iy_subppc)
	ld	hl,(sv_worksp)
	ld	(sv_stkbot),hl
	ld	(sv_stkend),hl
	rst	next_char
	cp	ctrl_enter
	jr	z,line_end
	cp	':'
	jr	z,statement_next
	ld	c,a
	rst	next_char
	ld	a,c
	sub	token_def_fn
	jp	c,report_c
	add	a,a
	ld	e,a
	ld	d,0
	ld	hl,command_table
	add	hl,de
	ld	a,(hl)
	inc	hl
	ld	h,(hl)
	ld	l,a
	ld	a,h
	add	a,a
	jp	c,statement_numbers
	ld	de,statement_done
	push	de
	jp	m,statement_bare
	ld	a,c
	jp	(hl)

;; routine statement_numbers
statement_numbers:
	push	bc
	push	hl
	bit	6,h
	jr	nz,statement_two
	call	eval_number
	jr	statement_taken
statement_two:
	call	expect_two_numbers
statement_taken:
	pop	hl
	pop	bc
	ld	de,statement_done	; not before: USR must find the same depth of the stack in all statements
	push	de
statement_bare:
	res	7,h
	res	6,h
	call	syntax_z
	jp	z,statement_end
	ld	a,c		; at run time the end of the statement is checked after the command
	jp	(hl)

;; routine line_setup
; Makes the line at HL the current one. Out: CH_ADD = the byte before its text, NXTLIN = the next line. Keeps
; BC. At the end of the program, sets report 0 and returns to the caller's caller: main_report or the caller
; of 1B8A.
line_setup:
	ld	a,(hl)
	cp	line_limit
	jr	nc,line_none
	ld	(sv_t_addr),hl
	ld	d,a
	inc	hl
	ld	e,(hl)
	ld	(sv_ppc),de
	inc	hl
	ld	e,(hl)
	inc	hl
	ld	d,(hl)
	ld	(sv_ch_add),hl
	inc	hl
	add	hl,de
	ld	(sv_nxtlin),hl
	ld	(iy+iy_subppc),0
	ret
line_none:
	ld	(iy+iy_err_nr),err_ok
	and	0c0h		; what loaders that replace main_report on the stack find here: A, DE, DE' and HL
	exx
	ld	de,369bh
	exx
	ld	de,(sv_stkend)
	pop	bc
	ret

;; routine jump_line
; Jumps to statement NSPPC of line NEWPPC. With statement 0, the next line is used if the line does not exist.
jump_line:
	ld	hl,(sv_newppc)
jump_to:			; HL = line number
	ld	b,(iy+iy_nsppc)
	ld	(iy+iy_nsppc),no_jump
	ld	a,h
	cp	high jump_limit
	jr	nc,jump_direct
	push	bc
	call	find_line
	pop	bc
	jr	z,jump_found
	inc	b
	djnz	jump_lost
jump_found:
	call	line_setup
	ld	hl,(sv_ch_add)
jump_statement:			; B = statement, HL = byte before the line's text
	ld	a,b
	sub	2
	jp	c,statement_next
	dec	b
	ld	(iy+iy_subppc),b
	inc	hl
jump_skip:
	call	next_separator
	jr	z,jump_enter
	djnz	jump_skip
jump_back:			; HL = address after the next statement's separator
	dec	hl
	ld	(sv_ch_add),hl
	jp	statement_next
jump_enter:
	djnz	jump_lost
	jp	line_end
jump_lost:
	jp	report_n
jump_direct:
	ld	(sv_ppc),hl
	ld	hl,(sv_worksp)
	dec	hl
	ld	(sv_nxtlin),hl	; the area_end after the line: nothing follows
	ld	(iy+iy_subppc),0
	ld	hl,(sv_e_line)
	dec	hl
	ld	(sv_ch_add),hl
	jr	jump_statement

;; entry 196E find_line - find a line
; In: HL = line number. Out: Z and HL -> the line; or NZ and HL -> the next one; DE -> the line before it (or
; the same line if there is none). Changes A, BC.
find_line:
	ld	b,h
	ld	c,l
find_line_bc:			; BC = line number
	ld	hl,(sv_prog)
	ld	d,h
	ld	e,l
	ld	a,b
	cp	line_limit
	jr	c,find_line_test
	ld	b,line_limit-1
find_line_test:
	ld	a,(hl)
	cp	b
	jr	nc,find_line_near
find_line_skip:
	ld	d,h
	ld	e,l
	inc	hl
	inc	hl
	ld	a,(hl)
	inc	hl
	ld	h,(hl)
	ld	l,a
	add	hl,de
	inc	hl
	inc	hl
	inc	hl
	inc	hl
	jr	find_line_test
find_line_near:
	ret	nz
	inc	hl
	ld	a,(hl)
	dec	hl
	cp	c
	ret	nc
	jr	find_line_skip

;; routine next_separator
; In: HL -> a character in a statement. Out: HL past the end of the statement; Z if it ended with ENTER, NZ if
; with : or THEN. Changes A. Skips strings, hidden numbers and the rest of a REM.
next_separator:
	ld	a,(hl)
	inc	hl
	cp	':'+1
	jr	nc,next_separator_high
	cp	':'
	jr	z,next_separator_statement
	cp	'"'
	jr	z,next_separator_string
	cp	ctrl_number
	jr	z,next_separator_number
	cp	ctrl_enter
	jr	nz,next_separator
	ret
next_separator_high:
	cp	token_then
	jr	z,next_separator_statement
	cp	token_rem
	jr	nz,next_separator
next_separator_rem:
	ld	a,(hl)
	inc	hl
	cp	ctrl_enter
	jr	nz,next_separator_rem
	ret
next_separator_statement:
	or	a
	ret
next_separator_string:
	ld	a,(hl)
	cp	ctrl_enter
	jr	z,next_separator
	inc	hl
	cp	'"'
	jr	nz,next_separator_string
	jr	next_separator
next_separator_number:
	inc	hl
	inc	hl
	inc	hl
	inc	hl
	inc	hl
	jr	next_separator

;; routine find_token
; Searches for a statement that starts with a token. In: HL -> a line, E = token. Out: if found, carry, HL
; past the token, D = statement number, IX -> the line; else NC. Keeps BC, E. find_token_more continues from
; HL, anywhere in statement D of line IX; IX = 0 if the line is unknown. (The length of a known line is used,
; as a REM may contain any bytes.)
find_token:
	ld	a,(hl)
	cp	line_limit
	ret	nc
	push	hl
	pop	ix
	inc	hl
	inc	hl
	inc	hl
	inc	hl
	ld	d,1
find_token_space:
	ld	a,(hl)
	inc	hl
	cp	e
	scf
	ret	z
	cp	' '+1
	jr	nc,find_token_other
	cp	ctrl_enter
	jr	nz,find_token_space
	jr	find_token_line
find_token_other:
	dec	hl
find_token_more:
	call	next_separator
	jr	z,find_token_line
	inc	d
	jr	find_token_space
find_token_line:
	push	ix
	ex	(sp),hl
	ld	a,h
	or	a
	jr	z,find_token_unknown
	push	de
	inc	hl
	inc	hl
	ld	e,(hl)
	inc	hl
	ld	d,(hl)
	inc	hl
	add	hl,de
	pop	de
	ex	(sp),hl
find_token_unknown:
	pop	hl
	jr	find_token

;; routine skip_statement
; Moves CH_ADD to the end of the current statement.
skip_statement:
	ld	hl,(sv_ch_add)
	call	next_separator
	dec	hl
set_ch_add:
	ld	(sv_ch_add),hl
	ret

;; routine expect
; call expect / db 'c': skips the current character, which must be c. Out: A = the next character,
; HL = CH_ADD. Report C.
expect:
	rst	get_char
	pop	hl
	cp	(hl)
	inc	hl
	push	hl
	jp	nz,report_c
	rst	next_char
	ret

;; entry 1BEE check_end - check the end of a statement
; Checks for the end of the statement. At run time, returns; at syntax time, returns to the caller's caller.
check_end:
	call	statement_end
	ret	nz
	pop	hl
	ret

;; routine statement_end
; At syntax time, report C unless CH_ADD is at the end of a statement. At run time, only the next statement is
; checked, after a pending jump: machine code may have changed both. Out: Z at syntax time. Changes A, HL.
statement_end:
	call	syntax_z
	ret	nz
	rst	get_char
	call	at_end
	ret	z
	jp	report_c

;; routine optional_number
; Evaluates an optional number (0 if there is none) and checks for the end of the statement. At syntax time,
; returns to the caller's caller. At run time, BC = the number. Report B.
optional_number:
	rst	get_char
	ld	bc,0
	call	at_end
	jr	z,optional_number_end
	call	eval_number
	call	statement_end
	jp	nz,int_to_bc
	pop	hl
	ret
optional_number_end:
	jp	leave_at_syntax

;; routine command_table
; Commands from DEF FN to COPY, with the flags defined above.
command_table:
	dw	cmd_def_fn
	dw	cmd_cat+no_operands
	dw	cmd_format
	dw	cmd_move
	dw	cmd_erase
	dw	cmd_open
	dw	cmd_close
	dw	cmd_merge
	dw	cmd_verify
	dw	cmd_beep+two_operands
	dw	cmd_circle
	dw	cmd_ink+one_number
	dw	cmd_paper+one_number
	dw	cmd_flash+one_number
	dw	cmd_bright+one_number
	dw	cmd_inverse+one_number
	dw	cmd_over+one_number
	dw	cmd_out+two_operands
	dw	cmd_lprint
	dw	cmd_llist
	dw	cmd_stop+no_operands
	dw	cmd_read
	dw	cmd_data
	dw	cmd_restore
	dw	cmd_new+no_operands
	dw	cmd_border+one_number
	dw	cmd_continue+no_operands
	dw	cmd_dim
	dw	cmd_rem
	dw	cmd_for
	dw	cmd_go_to+one_number
	dw	cmd_go_sub+one_number
	dw	cmd_input
	dw	cmd_load
	dw	cmd_list
	dw	cmd_let
	dw	cmd_pause+one_number
	dw	cmd_next
	dw	cmd_poke+two_operands
	dw	cmd_print
	dw	cmd_plot
	dw	cmd_run
	dw	cmd_save
	dw	cmd_randomize
	dw	cmd_if
	dw	cmd_cls+no_operands
	dw	cmd_draw
	dw	cmd_clear
	dw	cmd_return+no_operands
	dw	cmd_copy+no_operands
