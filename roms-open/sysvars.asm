; System variables, as in the manual (chapter 25), their flag bits, and the memory around them.

;; const
sv_kstate		equ	5c00h
sv_last_k		equ	5c08h
sv_repdel		equ	5c09h
sv_repper		equ	5c0ah
sv_defadd		equ	5c0bh
sv_k_data		equ	5c0dh
sv_tvdata		equ	5c0eh
sv_strms		equ	5c10h
sv_chars		equ	5c36h
sv_rasp			equ	5c38h
sv_pip			equ	5c39h
sv_err_nr		equ	5c3ah
sv_flags		equ	5c3bh
sv_tv_flag		equ	5c3ch
sv_err_sp		equ	5c3dh
sv_list_sp		equ	5c3fh
sv_mode			equ	5c41h
sv_newppc		equ	5c42h
sv_nsppc		equ	5c44h
sv_ppc			equ	5c45h
sv_subppc		equ	5c47h
sv_bordcr		equ	5c48h
sv_e_ppc		equ	5c49h
sv_vars			equ	5c4bh
sv_dest			equ	5c4dh
sv_chans		equ	5c4fh
sv_curchl		equ	5c51h
sv_prog			equ	5c53h
sv_nxtlin		equ	5c55h
sv_datadd		equ	5c57h
sv_e_line		equ	5c59h
sv_k_cur		equ	5c5bh
sv_ch_add		equ	5c5dh
sv_x_ptr		equ	5c5fh
sv_worksp		equ	5c61h
sv_stkbot		equ	5c63h
sv_stkend		equ	5c65h
sv_breg			equ	5c67h
sv_mem			equ	5c68h
sv_flags2		equ	5c6ah
sv_df_sz		equ	5c6bh
sv_s_top		equ	5c6ch
sv_oldppc		equ	5c6eh
sv_osppc		equ	5c70h
sv_flagx		equ	5c71h
sv_strlen		equ	5c72h
sv_t_addr		equ	5c74h
sv_seed			equ	5c76h
sv_frames		equ	5c78h
sv_udg			equ	5c7bh
sv_coords		equ	5c7dh
sv_p_posn		equ	5c7fh
sv_pr_cc		equ	5c80h
sv_echo_e		equ	5c82h
sv_df_cc		equ	5c84h
sv_df_ccl		equ	5c86h
sv_s_posn		equ	5c88h
sv_sposnl		equ	5c8ah
sv_scr_ct		equ	5c8ch
sv_attr_p		equ	5c8dh
sv_mask_p		equ	5c8eh
sv_attr_t		equ	5c8fh
sv_mask_t		equ	5c90h
sv_p_flag		equ	5c91h
sv_membot		equ	5c92h
sv_nmiadd		equ	5cb0h
sv_ramtop		equ	5cb2h
sv_p_ramt		equ	5cb4h

; Offsets of the system variables that are accessed through IY.
iy_base			equ	sv_err_nr
iy_err_nr		equ	sv_err_nr-iy_base
iy_flags		equ	sv_flags-iy_base
iy_tv_flag		equ	sv_tv_flag-iy_base
iy_list_sp		equ	sv_list_sp-iy_base
iy_mode			equ	sv_mode-iy_base
iy_nsppc		equ	sv_nsppc-iy_base
iy_subppc		equ	sv_subppc-iy_base
iy_bordcr		equ	sv_bordcr-iy_base
iy_k_cur		equ	sv_k_cur-iy_base
iy_x_ptr		equ	sv_x_ptr-iy_base
iy_flags2		equ	sv_flags2-iy_base
iy_df_sz		equ	sv_df_sz-iy_base
iy_flagx		equ	sv_flagx-iy_base
iy_strlen		equ	sv_strlen-iy_base
iy_p_posn		equ	sv_p_posn-iy_base
iy_s_posn		equ	sv_s_posn-iy_base
iy_scr_ct		equ	sv_scr_ct-iy_base
iy_attr_p		equ	sv_attr_p-iy_base
iy_p_flag		equ	sv_p_flag-iy_base
iy_membot		equ	sv_membot-iy_base

; Bits of FLAGS.
flags_no_space		equ	0		; the next keyword needs no space before it
flags_printer		equ	1		; the current channel is the printer
flags_always		equ	2		; unused here, but set, as programs expect
flags_letters		equ	3		; keys give letters (L), not keywords (K)
flags_new_key		equ	5		; LAST_K holds a key that has not been read yet
flags_number		equ	6		; the last value is a number, not a string
flags_run		equ	7		; run time; 0: syntax check

; Bits of TV_FLAG.
tv_flag_lower		equ	0		; the current channel is the lower screen
tv_flag_redraw		equ	3		; the edit line must be redrawn
tv_flag_listing		equ	4		; an automatic listing is being printed
tv_flag_clear		equ	5		; the next key clears the lower screen

; Bits of MODE. No bit set: mode K, L or C.
mode_extended		equ	0		; mode E
mode_graphics		equ	1		; mode G

; Bits of FLAGS2.
flags2_listing		equ	0		; the upper screen shows a listing: the next direct command clears it
flags2_buffer		equ	1		; the printer buffer holds text
flags2_caps		equ	3		; CAPS LOCK
flags2_lower		equ	4		; channel K is the current one

; Bits of FLAGX.
flagx_whole		equ	0		; the target is an existing simple string; DEST points to its entry
flagx_new		equ	1		; the target must be created; DEST points to its name in the text
flagx_input		equ	5		; INPUT is being edited
flagx_number		equ	6		; the target is a number, not a string
flagx_line		equ	7		; INPUT LINE

; Bits of P_FLAG for the temporary colours. The next higher bit of each is for the permanent colours.
p_flag_over		equ	0
p_flag_inverse		equ	2
p_flag_ink_9		equ	4
p_flag_paper_9		equ	6
p_flag_temporary	equ	55h		; all of them
p_flag_permanent	equ	0aah

; Memory around the system variables.
print_buffer		equ	5b00h		; 256 bytes of the printer buffer
channel_area		equ	sv_p_ramt+2	; the first byte after the system variables: CHANS
program_area		equ	channel_area+21	; after the channels: PROG at the start
