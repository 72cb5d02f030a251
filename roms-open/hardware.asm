; The machine: ports, keys, display.

;; const
; Output: bits 0-2 are the border colour, bit 3 the tape output, bit 4 the speaker. Input: bits 0-4 are the
; keys (0: pressed) of the half-rows whose address line is 0, bit 6 the tape input.
ula_port		equ	0feh
printer_port		equ	0fbh		; the ZX Printer, see printer.asm
; High bytes of the ULA port address for two keyboard half-rows, each named after the key of bit 0.
row_caps_shift		equ	0feh
row_space		equ	7fh

display_file		equ	4000h		; 192 rows of 32 bytes
attributes		equ	5800h		; 24 rows of 32 bytes
; Bits of an attribute; 0-2 are the ink, 3-5 the paper.
attr_bright		equ	6
attr_flash		equ	7
