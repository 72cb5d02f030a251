# girafa: name="erros"
10 REM ERROS: cada opcao acaba com outra mensagem
20 DIM a(3): LET n=0
30 INPUT "Erro (1 a 6)? ";e: IF e<1 OR e>6 THEN GO TO 30
40 PRINT "Erro ";e: GO SUB 100*e
50 PRINT "sem erro": STOP
100 REM uma variavel que nao existe
110 LET n=total+1: RETURN
200 REM um indice grande demais
210 LET i=4: LET a(i)=1: RETURN
300 REM uma divisao por zero
310 LET n=1/n: RETURN
400 REM um ponto fora do ecra
410 LET x=300: PLOT x,10: RETURN
500 REM READ sem mais DATA
510 READ n,m: RETURN
520 DATA 7
600 REM um argumento sem sentido
610 LET n=SQR (n-1): RETURN
