; Functions: square root, logarithm, exponential, power, trigonometry, and the series they are made of.

;; room functions_later
series:
op_power:
op_sin:
op_cos:
op_tan:
op_asn:
op_acs:
op_atn:
op_ln:
op_exp:
op_sqr:
	ret
