; Labels whose owner has not delivered yet. Take a line out when the real one arrives.

;; room stub_graphics
cmd_plot:
cmd_draw:
cmd_circle:
cmd_beep:
cmd_save:
cmd_load:
cmd_verify:
cmd_merge:
fn_point:
fn_attr:
fn_screen:
beeper:
	ret

; Tools stop at these two addresses, so that no other routine may stand there before the tape's come.
;; door 04C2 stub_save_bytes
	ret
;; door 0556 stub_load_bytes
	and	a
	ret
