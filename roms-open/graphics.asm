; PLOT, DRAW, CIRCLE; POINT, ATTR, SCREEN$. The origin is at the bottom left, x is 0-255, y 0-175.

;; entry 22AA pixel_address - address of a pixel; 22AC: A = y of the top line; 22B0: A = row from the top
; In: B = y, C = x. Out: HL = display file address, A = bit position in the byte, 0 for the leftmost pixel.
; Keeps BC, DE. Report B. For row r7..r0 from the top: H = 010 r7 r6 r2 r1 r0, L = r5 r4 r3 x7..x3.
pixel_address:
	ld	a,175
	sub	b		; 22AC: with A = y of the top line
	jp	c,report_b
	ld	h,a		; 22B0: with A = the row from the top
	rrca
	rrca
	rrca
	ld	l,a		; r2 r1 r0 r7 r6 r5 r4 r3
	xor	h
	and	18h
	xor	h
	and	1fh
	or	high display_file
	ld	h,a
	ld	a,l
	xor	c
	and	7
	xor	c
	rrca
	rrca
	rrca
	ld	l,a
	ld	a,7
	and	c
	ret

;; entry 22CB fn_point - POINT, operands on the stack; 22CE: of B, C; 22DC: PLOT, operands on the stack; 22DF: as 22E5
; POINT: x, y on the calculator stack -> 1 if the pixel is set, else 0. Report B.
fn_point:
	call	two_coordinates
	call	pixel_address	; 22CE: B = y, C = x
	ld	b,a
	ld	a,(hl)
	inc	b
point_bit:
	rlca
	djnz	point_bit
	and	1
	jp	stack_a
; 22DC. Pops x and y and plots the pixel.
plot_numbers:
	call	two_coordinates
	jr	plot_point	; 22DF

;; entry 22E5 plot_point - PLOT of B, C
; In: B = y, C = x. Plots the pixel according to OVER and INVERSE, sets the attribute of its cell, stores BC
; in COORDS. Report B. Changes AF, BC, HL.
plot_point:
	call	pixel_address
	ld	(sv_coords),bc
	inc	a
	ld	b,a
	ld	a,1
plot_bit:
	rrca
	djnz	plot_bit
	ld	b,a
	ld	c,(iy+iy_p_flag)
	ld	a,(hl)
	bit	p_flag_over,c
	jr	nz,plot_over
	or	b
	xor	b
plot_over:
	bit	p_flag_inverse,c
	jr	nz,plot_inverse
	xor	b
plot_inverse:
	ld	(hl),a
	jp	colour_cell

;; routine cmd_plot
; PLOT [colour items;] x,y. Called at syntax time and at run time.
cmd_plot:
	call	graphic_numbers
	call	check_end
	jp	plot_numbers
; Parses colour items and two numbers, at syntax time and at run time. Out: A = the next character.
graphic_numbers:
	call	colour_items
	jp	expect_two_numbers

;; entry 2307 two_coordinates - pop two numbers to BC, their signs to DE; 2314: pop one to A, its sign to E
; Out: C, E = magnitude and sign of the first number, B, D = those of the last. The sign is 1, or FF if
; negative. Report B above 255.
two_coordinates:
	call	coordinate
	push	de
	push	af
	call	coordinate
	pop	bc
	pop	hl
	ld	c,a
	ld	d,l
	ret
; 2314. Pops a number. Out: A = magnitude, E = 1, or FF if it is negative. Report B above 255.
coordinate:
	call	number_to_byte
	ld	e,1
	ret	z
	ld	e,-1
	ret

;; entry 2477 draw_relative - DRAW, operands on the stack; 247D: parameters of an arc
; Pops dx and dy and draws a line from COORDS. Report B.
draw_relative:
	call	two_coordinates
	jp	draw_line
; 247D. In: a size z on the calculator stack, the angle A in memory 5. Out: register B = n, the number of
; lines: the next multiple of four above |A|/2 * SQR z, at most 252; memory 0 = a = A / n, 1 = SIN (a/2),
; 3 = COS a, 4 = SIN a; an unspecified number on the stack instead of z. COS a is computed as 1 - 2 * SIN
; (a/2) ^ 2, so that arcs are rounded as on the original.
arc_turn:
	rst	calculate
	db	calc_recall+5,calc_exchange,calc_sqr,calc_recall+5,calc_multiply,calc_half,calc_multiply,calc_abs,calc_end
	call	number_to_a
	jr	c,arc_many
	or	3
	inc	a
	jr	nz,arc_count
arc_many:
	ld	a,252
arc_count:
	push	af
	call	stack_a
	rst	calculate
	db	calc_divide,calc_store+0,calc_half,calc_multiply,calc_sin,calc_store+1,calc_drop
	db	calc_1,calc_recall+1,calc_copy,calc_multiply,calc_copy,calc_add,calc_subtract,calc_store+3,calc_drop
	db	calc_recall+0,calc_sin,calc_store+4,calc_end
	pop	bc
	ret

;; entry 24BA draw_line - draw a line
; In: B = |dy|, C = |dx|, D and E = their signs (1 or FF). Draws a line from COORDS; the start point itself is
; not plotted again. Report B if the line leaves the screen. Bresenham's algorithm: there is one step per
; pixel along the longer side; an accumulator, which starts at half the longer side and adds the shorter side
; at each step, decides when to step along both. Changes all registers and the alternate set.
draw_line:
	ld	h,b
	ld	l,c
	ld	a,c
	cp	b
	push	de
	ld	e,0		; the single-axis step: along y
	jr	c,draw_longer
	ld	h,c
	ld	l,b
	pop	de
	push	de
	ld	d,0		; along x
draw_longer:
	push	de
	exx
	pop	de
	exx
	pop	de
	ld	a,h
	or	a
	ret	z
	ld	b,a
	rra
draw_next:
	add	a,l
	jr	c,draw_both
	cp	h
	jr	c,draw_plain
draw_both:
	sub	h
	push	de
	exx
	pop	hl
	jr	draw_step
draw_plain:
	exx
	ld	h,d
	ld	l,e
draw_step:
	ex	af,af'
	ld	bc,(sv_coords)
	ld	a,h
	add	a,b
	ld	b,a
	ld	a,l
	add	a,c
	ld	c,a
	rra			; carry means in range for x - 1, out of range for x + 1
	xor	l
	jp	m,report_b
	call	plot_point
	exx
	ex	af,af'
	djnz	draw_next
	ret

;; routine cmd_draw
; DRAW [colour items;] dx,dy[,angle]. Called at syntax time and at run time.
cmd_draw:
	call	graphic_numbers
	cp	','
	jr	nz,draw_straight
	call	next_number
	call	check_end
	jp	draw_arc
draw_straight:
	call	check_end
	jp	draw_relative

;; entry 2394 draw_arc - draw an arc; dx, dy and angle on the stack
; Draws an arc of angle A from COORDS to the point dx, dy away: n straight lines with rounded end points, each
; turned by a = A / n from the one before. The first line is the chord, scaled by SIN (a/2) / SIN (A/2) and
; turned by (a-A)/2. The arc is one straight line if SIN (A/2) is 0, or if |dx| + |dy| of the first line
; before the turn is less than 1.
draw_arc:
	rst	calculate
	db	calc_store+5,calc_half,calc_multiply,calc_sin	; memory 5 = A; dx, dy, SIN (A/2)
	db	calc_copy,calc_not,calc_jump_true
	db	arc_straight-$
	db	calc_store+2,calc_drop,calc_store+0,calc_exchange,calc_store+1,calc_exchange,calc_recall+2
	db	calc_recall+0,calc_abs,calc_recall+1,calc_abs,calc_add,calc_recall+2,calc_divide,calc_abs
	db	calc_copy,calc_end	; z = (|dx| + |dy|) / |SIN (A/2)|
	call	arc_turn
	push	bc
	rst	calculate
	db	calc_drop,calc_recall+1,calc_multiply,calc_abs,calc_int,calc_not,calc_jump_true	; z * |SIN (a/2)| < 1?
	db	arc_short-$
	db	calc_recall+1,calc_exchange,calc_divide,calc_store+2,calc_drop	; 2 = scale factor of the chord
	db	calc_recall+3,calc_store+1,calc_drop	; 1 = COS a
	db	calc_recall+0,calc_recall+5,calc_subtract,calc_half,calc_multiply
	db	calc_copy,calc_cos,calc_store+5,calc_drop,calc_sin	; 5 = COS ((a-A)/2)
	db	calc_recall+4,calc_store+0,calc_drop,calc_store+4,calc_drop	; 0 = SIN a, 4 = SIN ((a-A)/2)
	db	calc_copy,calc_recall+2,calc_multiply,calc_store+3,calc_drop
	db	calc_exchange,calc_copy,calc_recall+2,calc_multiply,calc_store+2,calc_drop	; 2, 3 = the scaled chord
	db	calc_exchange,calc_end
	call	arc_rotate
	ld	a,(sv_coords+1)
	call	stack_a
	rst	calculate
	db	calc_recall+0,calc_store+4,calc_drop,calc_recall+1,calc_store+5,calc_drop
	db	calc_store+1,calc_add,calc_exchange,calc_end
	ld	hl,sv_coords
	ld	a,(hl)
	call	stack_a
	rst	calculate
	db	calc_store+0,calc_add,calc_exchange,calc_end	; the end of the arc is on the stack
	jp	arc_lines
arc_short:
	db	calc_drop,calc_end
	pop	bc
	jp	draw_relative
arc_straight:
	db	calc_drop,calc_end
	jp	draw_relative

;; routine cmd_circle
; CIRCLE [colour items;] x,y,r. Called at syntax time and at run time. Draws a full-turn arc that starts half
; a line below the rightmost point; a single pixel if the radius is less than 1.
cmd_circle:
	call	graphic_numbers
	call	expect
	db	','
	call	eval_number
	call	check_end
	rst	calculate
	db	calc_abs,calc_copy,calc_int,calc_not,calc_jump_true
	db	circle_point-$
	db	calc_half_pi,calc_copy,calc_add,calc_copy,calc_add,calc_store+5,calc_drop	; 5 = a full turn
	db	calc_copy,calc_end
	call	arc_turn
	push	bc
	rst	calculate
	db	calc_drop,calc_recall+3,calc_store+5,calc_drop	; 4, 5 = SIN a, COS a
	db	calc_store+0,calc_recall+1,calc_multiply,calc_copy
	db	calc_copy,calc_add,calc_store+3,calc_drop	; 2, 3 = the first line: straight up
	db	calc_0,calc_store+2,calc_drop
	db	calc_subtract,calc_store+1,calc_exchange
	db	calc_recall+0,calc_add,calc_store+0,calc_exchange	; 0, 1 = start point, also pushed as the end point
	db	calc_recall+0,calc_recall+1,calc_end
	call	int_to_a
	push	af
	call	int_to_a
	pop	bc
	ld	c,a
	ld	(sv_coords),bc
	jr	arc_lines
circle_point:
	db	calc_drop,calc_end
	jp	plot_numbers
; Draws the lines of an arc. In: on the machine stack, AF with A = number of lines; on the calculator stack,
; the end point x, y; in calculator memories 0, 1 the start point, 2, 3 dx, dy of the first line, 4, 5 sine
; and cosine of the turn after each line. The last line goes exactly to the end point.
arc_lines:
	pop	af
	dec	a
	jr	z,arc_to
	push	af
	rst	calculate
	db	calc_recall+0,calc_recall+2,calc_add,calc_store+0
	db	calc_recall+1,calc_recall+3,calc_add,calc_store+1,calc_end
	call	arc_to
	call	arc_rotate
	jr	arc_lines
; Pops x, y and draws a line to this point.
arc_to:
	ld	a,(sv_coords+1)
	call	arc_less
	ld	a,(sv_coords)
	call	arc_less
	jp	draw_relative

;; routine arc_less
arc_less:
	call	stack_a
	rst	calculate
	db	calc_subtract,calc_exchange,calc_end
	ret

;; routine arc_rotate
; Rotates the vector in memories 2, 3 by the angle whose sine and cosine are in memories 4, 5.
arc_rotate:
	rst	calculate
	db	calc_recall+2,calc_recall+5,calc_multiply,calc_recall+3,calc_recall+4,calc_multiply,calc_subtract
	db	calc_recall+2,calc_recall+4,calc_multiply,calc_recall+3,calc_recall+5,calc_multiply,calc_add
	db	calc_store+3,calc_drop,calc_store+2,calc_drop,calc_end
	ret

;; entry 2583 attr_at_entry - push the attribute of line C, column B
	jp	attr_at

;; routine fn_attr
; ATTR: line, column on the calculator stack -> the attribute of the cell. Report B above 255.
fn_attr:
	call	two_coordinates
attr_at:			; C = line, B = column
	call	cell_index
	ld	a,h
	add	a,high attributes
	ld	h,a
	ld	a,(hl)
	jp	stack_a
; In: C = line, B = column. Out: HL = 32 * line + column.
cell_index:
	ld	l,c
	ld	h,0
	ld	c,b
	ld	b,h
	add	hl,hl
	add	hl,hl
	add	hl,hl
	add	hl,hl
	add	hl,hl
	add	hl,bc
	ret

;; entry 2530 syntax_z - Z at syntax time; 2538: SCREEN$ of line C, column B
; Out: Z at syntax time. Changes F.
syntax_z:
	bit	flags_run,(iy+iy_flags)
	ret

; SCREEN$: line, column on the calculator stack -> the character whose pattern in the font at CHARS matches
; the cell, plain or inverse, or "" if none matches. Report B above 255.
fn_screen:
	call	two_coordinates
	call	cell_index	; 2538: C = line, B = column
	ld	a,h
	add	a,a
	add	a,a
	add	a,a
	or	high display_file
	ld	h,a
	ex	de,hl
	ld	hl,(sv_chars)
	inc	h
	ld	b,96
screen_char:
	push	bc
	push	hl
	push	de
	ld	a,(de)
	xor	(hl)
	rla
	sbc	a,a		; FF: possible inverse match; then all bits of all rows must differ
	ld	c,a
	ld	b,8
screen_row:
	ld	a,(de)
	xor	(hl)
	xor	c
	jr	nz,screen_differs
	inc	hl
	inc	d
	djnz	screen_row
	pop	de
	pop	hl
	pop	bc
	ld	a,128
	sub	b
	call	stack_a
	jp	fn_chr
screen_differs:
	pop	de
	pop	hl
	ld	bc,8
	add	hl,bc
	pop	bc
	djnz	screen_char
	ld	c,b
	xor	a
	jp	stack_string
