;; door 0000 restart_0
	di
	jr	$
