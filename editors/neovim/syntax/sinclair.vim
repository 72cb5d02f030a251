" Sinclair BASIC. Made by .ci/editors.py from the table of tokens.
if exists("b:current_syntax")
    finish
endif
syntax case ignore
syntax match sinclairKeyword "\%(\a\w*\)\@<!\%(RANDOMIZE\|CONTINUE\|CLOSE *#\|INVERSE\|RESTORE\|SCREEN\$\|BORDER\|BRIGHT\|CIRCLE\|DEF *FN\|FORMAT\|GO *SUB\|INKEY\$\|LPRINT\|OPEN *#\|RETURN\|VERIFY\|CLEAR\|ERASE\|FLASH\|GO *TO\|INPUT\|LLIST\|MERGE\|PAPER\|PAUSE\|POINT\|PRINT\|ATTR\|BEEP\|CHR\$\|CODE\|COPY\|DATA\|DRAW\|LINE\|LIST\|LOAD\|MOVE\|NEXT\|OVER\|PEEK\|PLOT\|POKE\|READ\|SAVE\|STEP\|STOP\|STR\$\|THEN\|VAL\$\|ABS\|ACS\|AND\|ASN\|ATN\|BIN\|CAT\|CLS\|COS\|DIM\|EXP\|FOR\|INK\|INT\|LEN\|LET\|NEW\|NOT\|OUT\|RND\|RUN\|SGN\|SIN\|SQR\|TAB\|TAN\|USR\|VAL\|AT\|FN\|IF\|IN\|LN\|OR\|PI\|TO\)\a\@!"
syntax match sinclairNumber "\%(\a\w*\)\@<!\%(\d\+\.\?\d*\|\.\d\+\)\%(e[+-]\?\d\+\)\?"
syntax match sinclairLine "^\s*\d\+"
syntax match sinclairLine "@[^ \t:]\+"
syntax region sinclairString start=/"/ end=/"/ oneline
syntax match sinclairRemark "\a\@<!REM\a\@!.*$"
syntax match sinclairRemark "^\s*#.*$"
highlight default link sinclairKeyword Statement
highlight default link sinclairNumber Number
highlight default link sinclairLine LineNr
highlight default link sinclairString String
highlight default link sinclairRemark Comment
let b:current_syntax = "sinclair"
