;; door 0000 restart_0
	di
	jr	$

;; room stub_reports
report_6:
report_a:
report_b:
report_c:
	rst	8
	db	255

;; room stub_strings
fn_val:
fn_val_str:
fn_usr_str:
fn_code:
fn_len:
fn_str:
fn_chr:
str_and:
str_compare:
str_add:
	ret

;; room stub_language
report_5:
report_f:
report_j:
report_k:
report_o:
	rst	8
	db	255
eval_number:
eval_string:
expect_two_numbers:
check_end:
syntax_z:
evaluate:
fetch_string:
find_text:
token_table:
add_char:
edit_copy:
auto_list_scroll:
	ret
expect:
	pop	hl
	inc	hl
	jp	(hl)
