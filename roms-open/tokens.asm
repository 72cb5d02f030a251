; Character codes, except plain printable characters: control codes, graphics, tokens.

;; const
; Control codes that are printed or stored in a program.
ctrl_comma		equ	6
ctrl_left		equ	8
ctrl_right		equ	9
ctrl_enter		equ	13
ctrl_number		equ	14		; in a program: the five bytes of a number follow
ctrl_ink		equ	16
ctrl_paper		equ	17
ctrl_flash		equ	18
ctrl_bright		equ	19
ctrl_inverse		equ	20
ctrl_over		equ	21
ctrl_at			equ	22
ctrl_tab		equ	23

; Control codes that only the keyboard returns. ENTER, cursor left and cursor right are as above.
ctrl_true_video		equ	4
ctrl_inv_video		equ	5
ctrl_caps_lock		equ	6
ctrl_edit		equ	7
ctrl_down		equ	10
ctrl_up			equ	11
ctrl_delete		equ	12
ctrl_extended		equ	14
ctrl_graphics		equ	15

char_pound		equ	60h
char_copyright		equ	7fh
char_block		equ	80h		; the first of 16 block graphics
char_udg		equ	90h		; the first of 21 user-defined graphics

; Tokens: A5 RND to FF COPY; their texts are in tables.asm.
token_rnd		equ	0a5h
token_inkey		equ	0a6h
token_pi		equ	0a7h
token_fn		equ	0a8h
token_point		equ	0a9h
token_screen		equ	0aah
token_attr		equ	0abh
token_at		equ	0ach
token_tab		equ	0adh
token_val_str		equ	0aeh
token_code		equ	0afh
token_val		equ	0b0h
token_len		equ	0b1h
token_sin		equ	0b2h
token_cos		equ	0b3h
token_tan		equ	0b4h
token_asn		equ	0b5h
token_acs		equ	0b6h
token_atn		equ	0b7h
token_ln		equ	0b8h
token_exp		equ	0b9h
token_int		equ	0bah
token_sqr		equ	0bbh
token_sgn		equ	0bch
token_abs		equ	0bdh
token_peek		equ	0beh
token_in		equ	0bfh
token_usr		equ	0c0h
token_str		equ	0c1h
token_chr		equ	0c2h
token_not		equ	0c3h
token_bin		equ	0c4h
token_or		equ	0c5h
token_and		equ	0c6h
token_less_equal	equ	0c7h
token_greater_equal	equ	0c8h
token_not_equal		equ	0c9h
token_line		equ	0cah
token_then		equ	0cbh
token_to		equ	0cch
token_step		equ	0cdh
token_def_fn		equ	0ceh
token_cat		equ	0cfh
token_format		equ	0d0h
token_move		equ	0d1h
token_erase		equ	0d2h
token_open		equ	0d3h
token_close		equ	0d4h
token_merge		equ	0d5h
token_verify		equ	0d6h
token_beep		equ	0d7h
token_circle		equ	0d8h
token_ink		equ	0d9h
token_paper		equ	0dah
token_flash		equ	0dbh
token_bright		equ	0dch
token_inverse		equ	0ddh
token_over		equ	0deh
token_out		equ	0dfh
token_lprint		equ	0e0h
token_llist		equ	0e1h
token_stop		equ	0e2h
token_read		equ	0e3h
token_data		equ	0e4h
token_restore		equ	0e5h
token_new		equ	0e6h
token_border		equ	0e7h
token_continue		equ	0e8h
token_dim		equ	0e9h
token_rem		equ	0eah
token_for		equ	0ebh
token_go_to		equ	0ech
token_go_sub		equ	0edh
token_input		equ	0eeh
token_load		equ	0efh
token_list		equ	0f0h
token_let		equ	0f1h
token_pause		equ	0f2h
token_next		equ	0f3h
token_poke		equ	0f4h
token_print		equ	0f5h
token_plot		equ	0f6h
token_run		equ	0f7h
token_save		equ	0f8h
token_randomize		equ	0f9h
token_if		equ	0fah
token_cls		equ	0fbh
token_draw		equ	0fch
token_clear		equ	0fdh
token_return		equ	0feh
token_copy		equ	0ffh
