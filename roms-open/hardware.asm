;; const
; The machine: ports, keys, display.

ula_port		equ	0feh		; out: bits 0-2 border, 3 tape, 4 speaker; in: bits 0-4 keys (0: down) of the rows whose address line is 0, 6 tape
printer_port		equ	0fbh		; the ZX Printer, see printer.asm
row_caps_shift		equ	0feh		; upper half of the port's address for the row CAPS SHIFT .. V: bit 0 is CAPS SHIFT
row_space		equ	7fh		; and for the row SPACE .. B: bit 0 is SPACE

display_file		equ	4000h		; 192 rows of 32 bytes
attributes		equ	5800h		; 24 rows of 32 bytes
attr_bright		equ	6		; bits of an attribute; 0-2 are the ink, 3-5 the paper
attr_flash		equ	7
