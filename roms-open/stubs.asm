;; door 0000 restart_0
	di
	jr	$

; What the interpreter (L) will bring.
;; room stub_language
report_2:
report_3:
report_4:
report_5:
report_6:
report_a:
report_b:
report_c:
report_f:
report_j:
report_k:
report_o:
report_q:
	rst	8
	db	255
expect_two_numbers:
check_end:
syntax_z:
find_text:
token_table:
add_char:
edit_copy:
auto_list_scroll:
make_room:
reclaim:
work_space:
find_token:
find_token_more:
next_separator:
skip_statement:
	ret
expect:
	pop	hl
	inc	hl
	jp	(hl)

; What graphics (G) will bring.
;; room stub_graphics
fn_point:
fn_attr:
fn_screen:
	ret
