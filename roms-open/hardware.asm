; The machine: ports, keys, display.

;; const
; Written: bits 0-2 are the border's colour, bit 3 the tape output, bit 4 the speaker. Read: bits 0-4 are the keys (0:
; pressed) of the rows whose address line is 0, bit 6 the tape input.
ula_port		equ	0feh
printer_port		equ	0fbh		; the ZX Printer, see printer.asm
; Upper halves of the ULA port's address for two of the rows of keys; bit 0 is the key that gives the name.
row_caps_shift		equ	0feh
row_space		equ	7fh

display_file		equ	4000h		; 192 rows of 32 bytes
attributes		equ	5800h		; 24 rows of 32 bytes
; Bits of an attribute; 0-2 are the ink, 3-5 the paper.
attr_bright		equ	6
attr_flash		equ	7
