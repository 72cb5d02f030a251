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

;; room stub_print_string
print_string:
	ret
