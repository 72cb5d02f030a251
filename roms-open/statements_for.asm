; FOR and NEXT. A FOR variable: its name (see variables.asm), value, limit, step (5 bytes each), then the line
; (2) and the statement at which NEXT continues.

;; const
loop_value_at		equ	0		; offsets in a FOR variable, after its name
loop_limit_at		equ	5
loop_step_at		equ	10
loop_line_at		equ	15
loop_statement_at	equ	17

;; routine cmd_for
cmd_for:
	call	single_name
	push	bc
	call	expect
	db	'='
	call	eval_number
	call	expect
	db	token_to
	call	eval_number
	cp	token_step
	jr	z,for_step
	call	syntax_z
	jr	z,for_checked
	ld	a,1
	call	stack_a
	jr	for_checked
for_step:
	call	next_number
for_checked:
	pop	bc
	call	check_end
	push	bc
	call	for_variable
	ld	de,(sv_ppc)
	ld	(hl),e
	inc	hl
	ld	(hl),d
	inc	hl
	ld	a,(sv_subppc)
	ld	d,a
	inc	a
	ld	(hl),a
	push	de
	ld	de,-loop_statement_at
	add	hl,de
	call	loop_passed
	pop	de
	pop	bc
	ret	nc
; The loop is skipped: find its NEXT, the first later NEXT statement with the letter C. D = number of the FOR
; statement.
	ld	hl,(sv_ch_add)
	ld	ix,(sv_t_addr)
	ld	a,(sv_ppc+1)
	cp	high jump_limit
	jr	c,for_in_program
	ld	ix,0		; a direct command
for_in_program:
	ld	e,token_next
for_find:
	call	find_token_more
	jp	nc,report_i
	push	hl
for_letter:
	ld	a,(hl)
	inc	hl
	cp	' '
	jr	z,for_letter
	or	20h
	cp	c
	jr	z,for_found
	pop	hl
	jr	for_find
for_found:
	pop	af
	push	hl
	push	de
	push	ix
	pop	hl
	ld	a,h
	or	a
	call	nz,line_setup	; NEXT is in another line
	pop	de
	pop	hl
	ld	(iy+iy_subppc),d
	jp	set_ch_add

;; routine cmd_next
cmd_next:
	call	single_name
	call	check_end
	call	find_single
	jp	c,report_2
	bit	7,(hl)
	jp	z,report_1
	inc	hl
	push	hl
	call	loop_step
	pop	hl
	push	hl
	call	loop_passed
	pop	hl
	ret	c
	ld	de,loop_line_at
	add	hl,de
	ld	e,(hl)
	inc	hl
	ld	d,(hl)
	inc	hl
	ld	a,(hl)
	ld	(sv_newppc),de
	ld	(sv_nsppc),a
	ret

;; routine loop_step
; In: HL -> value, limit, step. Adds the step to the value, with a fast path for integers.
loop_step:
	push	hl
	pop	ix
	ld	a,(ix+loop_value_at)
	or	(ix+loop_step_at)
	jr	nz,loop_step_float
	ld	l,(ix+loop_value_at+2)
	ld	h,(ix+loop_value_at+3)
	ld	e,(ix+loop_step_at+2)
	ld	d,(ix+loop_step_at+3)
	add	hl,de
	ld	a,(ix+loop_value_at+1)
	adc	a,(ix+loop_step_at+1)
	ld	c,a
	inc	a
	cp	2
	jr	nc,loop_step_float	; above 65535 or below -65536
	dec	a
	jr	z,loop_step_store
	ld	a,h
	or	l
	jr	z,loop_step_float	; -65536
loop_step_store:
	ld	(ix+loop_value_at+1),c
	ld	(ix+loop_value_at+2),l
	ld	(ix+loop_value_at+3),h
	ret
loop_step_float:
	push	ix
	pop	de
	ld	hl,loop_step_at
	add	hl,de
	ex	de,hl
	jp	op_add

;; routine loop_passed
; In: HL -> value, limit, step. Out: carry if the value has passed the limit.
loop_passed:
	push	hl
	pop	ix
	ld	a,(ix+loop_value_at)
	or	(ix+loop_limit_at)
	jr	nz,loop_passed_float
	ld	l,(ix+loop_limit_at+2)
	ld	h,(ix+loop_limit_at+3)
	ld	b,(ix+loop_limit_at+1)	; B HL = limit, C DE = value
	ld	e,(ix+loop_value_at+2)
	ld	d,(ix+loop_value_at+3)
	ld	c,(ix+loop_value_at+1)
	bit	7,(ix+loop_step_at+1)
	jr	z,loop_up
	ex	de,hl		; negative step: exchange limit and value
	ld	a,b
	ld	b,c
	ld	c,a
loop_up:
	and	a
	sbc	hl,de
	ld	a,b
	sbc	a,c
	rla			; carry = sign of limit - value
	ret
loop_passed_float:
	push	hl
	ld	bc,5
	bit	7,(ix+loop_step_at+1)
	jr	z,loop_passed_up
	add	hl,bc
	call	push_five
	pop	hl
	call	push_five
	jr	loop_passed_compare
loop_passed_up:
	call	push_five
	call	push_five
	pop	bc
loop_passed_compare:
	rst	calculate
	db	calc_subtract,calc_end	; positive if the value has passed the limit
	ld	(sv_stkend),hl
	call	test_number
	cp	1		; 1: positive
	scf
	ret	z
	ccf
	ret
