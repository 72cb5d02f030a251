; Power-on and NEW, and the state that both set up.

;; entry 0000 start - power-on and `RANDOMIZE USR 0`
; The CPU starts here after a reset.
	di
	ld	a,7
	out	(ula_port),a
	jp	power_on

;; entry 0030 work_space - make room in the workspace
; Makes room at the end of the workspace. In: BC = number of bytes. Out: DE = first byte, HL = last byte.
; Keeps BC. Report 4.
work_space:
	jp	work_space_1

;; entry 0066 nmi - NMI: returns
; The non-maskable interrupt does nothing.
	retn

;; routine power_on
; Tests the RAM from the display file up: each byte must hold two test patterns, and is then cleared. P_RAMT
; points to the last good byte; the 168 bytes that end there are the user-defined graphics, initially the
; letters A to U.
power_on:
	ld	hl,display_file
	ld	bc,55aah
power_on_byte:
	ld	(hl),b
	ld	a,(hl)
	xor	b
	jr	nz,power_on_top
	ld	(hl),c
	ld	a,(hl)
	xor	c
	jr	nz,power_on_top
	ld	(hl),a
	inc	l
	jr	nz,power_on_byte
	inc	h
	jr	nz,power_on_byte
power_on_top:
	dec	hl
	ld	(sv_p_ramt),hl
	ex	de,hl
	ld	hl,40h		; PIP 0, RASP 64
	ld	(sv_rasp),hl
	ld	hl,font+('U'-' ')*8+7
	ld	bc,21*8
	lddr
	ex	de,hl
	ld	(sv_ramtop),hl
	inc	hl
	ld	(sv_udg),hl
; NEW: clears the memory up to RAMTOP. Keeps P_RAMT, RAMTOP, UDG, RASP and PIP.
cmd_new:
	di
	ld	a,7
	out	(ula_port),a
	ld	de,(sv_p_ramt)
	ld	bc,(sv_rasp)
	ld	hl,(sv_udg)
	exx
	ld	hl,(sv_ramtop)
	ld	sp,hl		; SP holds RAMTOP while the memory is cleared: interrupts are disabled, so nothing is pushed
	ld	de,-display_file
	ex	de,hl
	add	hl,de
	ld	b,h
	ld	c,l		; number of bytes below RAMTOP
	ld	h,d
	ld	l,e
	dec	de
	ld	(hl),0
	lddr
	ld	hl,0
	add	hl,sp
	ld	(sv_ramtop),hl
	ld	(hl),gosub_end	; end marker of the GO SUB stack: 00 3E
	dec	hl
	ld	sp,hl
	exx
	ld	(sv_p_ramt),de
	ld	(sv_rasp),bc
	ld	(sv_udg),hl
; Sets the system variables whose initial value is not zero, creates an empty program and prints the start
; message.
new_variables:
	ld	a,3fh
	ld	i,a
	im	1
	ld	iy,iy_base
	ld	hl,new_values
	ld	d,high sv_kstate
new_value:
	ld	e,(hl)
	inc	hl
	ldi
	ld	a,(hl)
	inc	a
	jr	nz,new_value
	call	init_channels
	call	clear_buffer
	ld	hl,main_report
	push	hl
	ld	(sv_err_sp),sp
	ei
	call	cls
	call	lower_channel
	ld	de,start_message
	call	print_message
	set	tv_flag_clear,(iy+iy_tv_flag)
	jp	main_line
; Pairs of an offset from 5C00 and a value, terminated by FF. (LDI increments DE but never D, as all offsets
; are below FF.)
new_values:
	db	low sv_kstate,no_key,low (sv_kstate+4),no_key
	db	low sv_repdel,35,low sv_repper,5
	db	low (sv_chars+1),high (font-256)
	db	low sv_err_nr,err_ok
	db	low sv_flags,1<<flags_always
	db	low sv_nsppc,no_jump
	db	low sv_bordcr,38h	; white paper, black ink
	db	low sv_vars,low program_area,low (sv_vars+1),high program_area
	db	low sv_prog,low program_area,low (sv_prog+1),high program_area
	db	low sv_datadd,low (program_area-1),low (sv_datadd+1),high (program_area-1)
	db	low sv_e_line,low (program_area+1),low (sv_e_line+1),high (program_area+1)
	db	low sv_mem,low sv_membot,low (sv_mem+1),high sv_membot
	db	low sv_attr_p,38h
	db	low program_area,area_end
	db	0ffh
start_message:
	db	char_copyright," 2026 Girafa 48K BASI",'C'+80h

;; entry 38FF interrupt_table - 514 bytes of FF, used as a vector table in interrupt mode 2
; Programs set I = 39 to use the bytes at 3900 as a vector table in interrupt mode 2. The first byte is for
; I = 38, the last for I = 3A.
	ds	514,255

;; entry 3BFF interrupt_vector - the vector for I = 3B in interrupt mode 2: FFFF, as for I = 39
	dw	0ffffh
