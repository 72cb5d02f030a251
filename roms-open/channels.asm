; Channels and streams: character output to and input from devices; OPEN # and CLOSE #.
; A channel is five bytes in CHANS: the address of its output routine, of its input routine, and its letter. A
; stream is two bytes in STRMS: the offset of its channel from CHANS plus one, or 0 if it is closed.

;; const
channel_k		equ	1		; value in STRMS for a channel
channel_s		equ	6
channel_r		equ	11
channel_p		equ	16
stream_k		equ	0fdh		; internal streams: CLOSE # cannot close them
stream_s		equ	0feh
stream_r		equ	0ffh
stream_input		equ	1
stream_print		equ	2
stream_lprint		equ	3

;; entry 15C4 report_j_entry - report J, as a channel's routine
report_j:
	rst	error
	db	err_invalid_device

;; entry 15D4 wait_key_entry - 15D4, 15DE: wait for a key; 15E6, 15E8: read a channel; tools take 15D4-15F1 as waiting for a key
; Waits for a character from the current channel. Out: A = the character. Report 8 at the end of the channel,
; J if it has no input. Halts until the next frame while there is no character.
; Tools assume that the machine is waiting for a key if PC is between here and 15F1: only code that waits, or
; takes almost no time, may be here.
wait_key:
	jr	wait_next

; In: A = stream FD..0F. Out: HL -> its two bytes in STRMS. Changes A.
stream_slot:
	add	a,a
	add	a,low (sv_strms+6)
	ld	l,a
	ld	h,high sv_strms
	ret

	ds	15deh-$,255
wait_next:			; 15DE
	call	read_channel
	ret	c
	halt
	jr	z,wait_next
	rst	error
	db	err_end_of_file	; 15E6: also an instruction (RLCA), for programs that enter here to read the channel
	nop
; 15E8 read_channel: calls the input routine of the current channel. Out: carry and A = character; no carry: Z
; if there is no character yet, NZ at the end of the channel. Changes DE, HL and what the routine changes.
read_channel:
	ld	hl,(sv_curchl)
	inc	hl
	inc	hl
	jr	channel_enter
wait_frame:			; scroll? waits here
	halt
	ret

;; entry 15F2 print_out - print A
; Prints the character A to the current channel. Keeps BC, DE, HL and HL'; the channel's routine
; works in the other register set. Output routines of programs expect on the stack exactly the return address
; into the ROM, HL', and the return address of the RST. Tools record transcripts here.
print_out:
	jr	print_keep
; Sends A to the output routine of the current channel. Changes DE, HL and what the routine changes.
channel_output:
	ld	hl,(sv_curchl)
channel_enter:			; 15F7: HL -> the routine's address; 15FA: DE = the routine
	ld	e,(hl)
	inc	hl
	ld	d,(hl)
	ex	de,hl
	jp	(hl)
print_keep:
	exx
	push	hl
	jp	print_kept

;; entry 1601 open_channel_entry - open channel A
	jp	open_channel

;; entry 1611 select_channel_entry - make the channel at HL the current one
; Makes the channel at HL the current one. Sets FLAGS, FLAGS2 and TV_FLAG according to its letter (letters
; other than K, S and P change only FLAGS2), and the temporary colours for K and S.
select_channel:
	ld	(sv_curchl),hl
	inc	hl
	inc	hl
	inc	hl
	inc	hl
	jr	select_letter
select_lower:
	set	flags2_lower,(iy+iy_flags2)
	set	tv_flag_lower,(iy+iy_tv_flag)
	res	flags_printer,(iy+iy_flags)
	jp	lower_colours

;; entry 162C jump_to_hl - jump to HL; 1642: flags of channel S
	jp	(hl)
select_letter:
	ld	a,(hl)
	res	flags2_lower,(iy+iy_flags2)
	cp	'K'
	jr	z,select_lower
	cp	'P'
	jr	nz,select_screen
	set	flags_printer,(iy+iy_flags)
	ret
select_screen:
	cp	'S'
	ret	nz
	ld	hl,sv_flags	; 1642
	res	flags_printer,(hl)
	inc	l		; to TV_FLAG
	res	tv_flag_lower,(hl)
	call	upper_colours
	ld	bc,(sv_s_posn)
	jp	set_position

;; routine print_kept
print_kept:
	call	channel_output
	pop	hl
	exx
	ret

;; routine int_to_stream
; Pops a number from the calculator stack. Out: A = stream 0..15. Errors: B, O.
int_to_stream:
	call	int_to_a
	cp	16
	ret	c
report_o:
	rst	error
	db	err_invalid_stream

;; routine lower_channel
; Make channel S or K the current one, whatever streams the program has opened. Change A, BC, DE, HL.
upper_channel:
	ld	a,stream_s
	db	21h		; LD HL,nn: skips the next instruction
lower_channel:
	ld	a,stream_k
; Makes the channel of stream A (FD..0F) the current one, with its temporary colours. Report O if the stream
; is closed. Changes A, BC, DE, HL.
open_channel:
	call	stream_slot
	ld	e,(hl)
	inc	hl
	ld	d,(hl)
	ld	a,d
	or	e
	jp	z,report_o
	ld	hl,(sv_chans)
	add	hl,de
	dec	hl
	ld	(sv_curchl),hl
	inc	hl
	inc	hl
	inc	hl
	inc	hl
	jp	select_letter

;; routine reset_lower_channel
; Make channel S or K the current one and restore its routines, which a program may have poked: the output
; routine of S, both routines of K. Change A, BC, DE, HL.
reset_upper_channel:
	call	upper_channel
	ld	hl,init_screen
	ld	c,2
	jr	reset_channel
reset_lower_channel:
	call	lower_channel
	ld	hl,init_first
	ld	c,4
reset_channel:
	ld	de,(sv_curchl)
	ld	b,0
	ldir
	ret

;; routine init_channels
; Writes the four channels after the system variables and the first seven streams to STRMS, closes the other
; streams. Out: HL = the first byte after the channels (PROG). Changes A, BC, DE.
init_channels:
	ld	hl,init_first
	ld	de,channel_area
	ld	(sv_chans),de
	ld	bc,11
	ldir
	push	de
	ld	de,sv_strms
	ld	bc,7*256+17	; LDI counts C down to 10
	xor	a
init_stream:
	ldi
	ld	(de),a
	inc	de
	djnz	init_stream
	ld	b,24
init_close:
	ld	(de),a
	inc	de
	djnz	init_close
	pop	de
	ldir
	ex	de,hl
	ret
init_first:			; channel data up to the first byte of channel R
	dw	channel_print,key_input
	db	'K'
init_screen:
	dw	channel_print,report_j
	db	'S'
	db	low channel_insert
init_streams:
	db	channel_k,channel_s,channel_r,channel_k,channel_k,channel_s,channel_p
	db	high channel_insert	; the rest of the channels
	dw	report_j
	db	'R'
	dw	channel_print,report_j
	db	'P'
	db	area_end

;; routine stream_item
; `#n` of PRINT, INPUT, LIST. In: CH_ADD. Out: Z and nothing done if there is no `#`; else NZ, CH_ADD after
; the number, and at run time the stream's channel is the current one. Errors: C, B, O.
stream_item:
	rst	get_char
	cp	'#'
	jr	nz,stream_none
	call	next_number
	call	syntax_z
	jr	z,stream_done
	call	int_to_stream
	call	open_channel
	bit	flags2_lower,(iy+iy_flags2)
	jr	z,stream_done
	res	flags_new_key,(iy+iy_flags)	; a prompt in the lower screen is not answered by an earlier key
stream_done:
	or	1
	ret
stream_none:
	xor	a
	ret

;; routine cmd_open
; OPEN #n,"k", at syntax time and run time. The name is one letter, k, s or p, lower or upper case; otherwise
; report F.
cmd_open:
	call	eval_number
	call	expect
	db	','
	call	eval_string
	call	check_end
	call	fetch_string
	push	de
	push	bc
	call	int_to_stream
	call	stream_slot
	pop	bc
	pop	de
	dec	bc
	ld	a,b
	or	c
	jp	nz,report_f
	ld	a,(de)
	or	20h
	ld	c,channel_k
	cp	'k'
	jr	z,open_it
	ld	c,channel_s
	cp	's'
	jr	z,open_it
	ld	c,channel_p
	cp	'p'
	jp	nz,report_f
open_it:
	jp	set_stream

;; routine cmd_close
; CLOSE #n, at syntax time and run time. Streams 0 to 3 return to their initial channels, the others are
; closed.
cmd_close:
	call	eval_number
	call	check_end
	call	int_to_stream
	ld	c,a
	call	stream_slot
	ld	a,c
	ld	bc,0
	cp	4
	jr	nc,set_stream
	ex	de,hl
	ld	hl,init_streams+3
	ld	c,a
	add	hl,bc
	ld	c,(hl)
	ex	de,hl
set_stream:			; HL -> the stream's entry, BC = its new value
	ld	(hl),c
	inc	hl
	ld	(hl),b
	ret
