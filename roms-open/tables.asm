; Texts of the reports and keywords. The last character of each has bit 7 set.

;; routine find_text
; In: DE -> a table of texts, A = index. Out: DE -> the text. Changes A.
find_text:
	ex	de,hl
	or	a
	jr	z,find_text_found
find_text_skip:
	bit	7,(hl)
	inc	hl
	jr	z,find_text_skip
	dec	a
	jr	nz,find_text_skip
find_text_found:
	ex	de,hl
	ret

;; entry 0C0A print_numbered_entry - print message A of the table at DE, whose first byte has bit 7 set
	inc	a
; In: DE -> a table of texts, A = index. Prints that text. Changes A, BC, DE, HL.
print_text:
	call	find_text
; Prints the text at DE, whose last character has bit 7 set. Changes A, BC, DE, HL. Works in an output routine,
; too (scroll?): there the other register set has the values of the program that prints.
print_message:
	ld	a,(de)
	and	7fh
	push	de
	exx
	rst	print_a
	exx
	pop	de
	ld	a,(de)
	inc	de
	add	a,a
	jr	nc,print_message
	ret

;; routine report_texts
report_texts:
	db	'O','K'+80h
	db	"NEXT without FO",'R'+80h
	db	"Variable not foun",'d'+80h
	db	"Subscript wron",'g'+80h
	db	"Out of memor",'y'+80h
	db	"Out of scree",'n'+80h
	db	"Number too bi",'g'+80h
	db	"RETURN without GOSU",'B'+80h
	db	"End of fil",'e'+80h
	db	"STOP statemen",'t'+80h
	db	"Invalid argumen",'t'+80h
	db	"Integer out of rang",'e'+80h
	db	"Nonsense in BASI",'C'+80h
	db	"BREAK - CONT repeat",'s'+80h
	db	"Out of DAT",'A'+80h
	db	"Invalid file nam",'e'+80h
	db	"No room for lin",'e'+80h
	db	"STOP in INPU",'T'+80h
	db	"FOR without NEX",'T'+80h
	db	"Invalid I/O devic",'e'+80h
	db	"Invalid colou",'r'+80h
	db	"BREAK into progra",'m'+80h
	db	"RAMTOP no goo",'d'+80h
	db	"Statement los",'t'+80h
	db	"Invalid strea",'m'+80h
	db	"FN without DE",'F'+80h
	db	"Parameter erro",'r'+80h
	db	"Tape loading erro",'r'+80h

;; routine token_table
; Texts of the tokens, starting with token_rnd.
token_table:
	db	"RN",'D'+80h
	db	"INKEY",'$'+80h
	db	'P','I'+80h
	db	'F','N'+80h
	db	"POIN",'T'+80h
	db	"SCREEN",'$'+80h
	db	"ATT",'R'+80h
	db	'A','T'+80h
	db	"TA",'B'+80h
	db	"VAL",'$'+80h
	db	"COD",'E'+80h
	db	"VA",'L'+80h
	db	"LE",'N'+80h
	db	"SI",'N'+80h
	db	"CO",'S'+80h
	db	"TA",'N'+80h
	db	"AS",'N'+80h
	db	"AC",'S'+80h
	db	"AT",'N'+80h
	db	'L','N'+80h
	db	"EX",'P'+80h
	db	"IN",'T'+80h
	db	"SQ",'R'+80h
	db	"SG",'N'+80h
	db	"AB",'S'+80h
	db	"PEE",'K'+80h
	db	'I','N'+80h
	db	"US",'R'+80h
	db	"STR",'$'+80h
	db	"CHR",'$'+80h
	db	"NO",'T'+80h
	db	"BI",'N'+80h
	db	'O','R'+80h
	db	"AN",'D'+80h
	db	'<','='+80h
	db	'>','='+80h
	db	'<','>'+80h
	db	"LIN",'E'+80h
	db	"THE",'N'+80h
	db	'T','O'+80h
	db	"STE",'P'+80h
	db	"DEF F",'N'+80h
	db	"CA",'T'+80h
	db	"FORMA",'T'+80h
	db	"MOV",'E'+80h
	db	"ERAS",'E'+80h
	db	"OPEN ",'#'+80h
	db	"CLOSE ",'#'+80h
	db	"MERG",'E'+80h
	db	"VERIF",'Y'+80h
	db	"BEE",'P'+80h
	db	"CIRCL",'E'+80h
	db	"IN",'K'+80h
	db	"PAPE",'R'+80h
	db	"FLAS",'H'+80h
	db	"BRIGH",'T'+80h
	db	"INVERS",'E'+80h
	db	"OVE",'R'+80h
	db	"OU",'T'+80h
	db	"LPRIN",'T'+80h
	db	"LLIS",'T'+80h
	db	"STO",'P'+80h
	db	"REA",'D'+80h
	db	"DAT",'A'+80h
	db	"RESTOR",'E'+80h
	db	"NE",'W'+80h
	db	"BORDE",'R'+80h
	db	"CONTINU",'E'+80h
	db	"DI",'M'+80h
	db	"RE",'M'+80h
	db	"FO",'R'+80h
	db	"GO T",'O'+80h
	db	"GO SU",'B'+80h
	db	"INPU",'T'+80h
	db	"LOA",'D'+80h
	db	"LIS",'T'+80h
	db	"LE",'T'+80h
	db	"PAUS",'E'+80h
	db	"NEX",'T'+80h
	db	"POK",'E'+80h
	db	"PRIN",'T'+80h
	db	"PLO",'T'+80h
	db	"RU",'N'+80h
	db	"SAV",'E'+80h
	db	"RANDOMIZ",'E'+80h
	db	'I','F'+80h
	db	"CL",'S'+80h
	db	"DRA",'W'+80h
	db	"CLEA",'R'+80h
	db	"RETUR",'N'+80h
	db	"COP",'Y'+80h
