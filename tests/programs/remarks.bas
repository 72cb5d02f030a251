# Remarks: anything goes, and colons and THEN give the keyword cursor there too.
10 REM
20 REM a plain remark with 123 numbers, "quotes" and 'apostrophes'
30 REM a:b: c:1:x "in a string: y":z
40 REM ::: "
50 REM PRINT GO TO then THEN \{203}a\{203} b\{245}\{245}x\{234}:\{234}
60 REM "\{245}" "unclosed \{241}: c
70 REM \a\::\' £ © ~|\\{}[] \{165}\{255}
80 LET a=1: REM : LET b=2
90 REM  two blanks  
